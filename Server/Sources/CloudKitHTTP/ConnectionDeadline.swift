internal import NIOCore
internal import NIOHTTPTypes

/// Closes connections whose client is too slow: with the head of a request, with its body, or with the
/// next request. Without this, clients that send a byte now and then would keep all connections busy.
final class ConnectionDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let settings: ServerSettings
  private let metrics: Metrics
  private var isCounted = false
  private var timeout: Scheduled<Void>?
  private var isReading = false
  private var isAnswered = false

  init(settings: ServerSettings, metrics: Metrics) {
    self.settings = settings
    self.metrics = metrics
  }

  func handlerAdded(context: ChannelHandlerContext) {
    isCounted = true
    metrics.opened()
    if context.channel.isActive { schedule(settings.headSeconds, context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timeout?.cancel()
    leave()
  }

  private func leave() {
    if isCounted { metrics.closed() }
    isCounted = false
  }

  func channelActive(context: ChannelHandlerContext) {
    schedule(settings.headSeconds, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    leave()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReading = true
      isAnswered = false
      schedule(settings.bodySeconds, context)
    case .body: break
    case .end:
      isReading = false
      // The end of a request that was refused before can come after its answer.
      if isAnswered { schedule(settings.idleSeconds, context) } else { timeout?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      isAnswered = true
      // A body that was answered before its end is not wanted. It is read on for a while all the same: a connection
      // that is closed with bytes unread is reset, and a client that is still sending would not see why.
      schedule(isReading ? settings.refusedBodySeconds : settings.idleSeconds, context)
    }
    context.write(data, promise: promise)
  }

  private func schedule(_ seconds: Int, _ context: ChannelHandlerContext) {
    timeout?.cancel()
    let channel = context.channel
    timeout = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
      channel.close(promise: nil)
    }
  }
}
