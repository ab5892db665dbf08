internal import CloudKitStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A request with the address from which it came.
struct PeerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let isFromThisMachine: Bool
  let peer: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress
    isFromThisMachine = source.channel.remoteAddress?.isLoopback ?? false
  }
}

extension SocketAddress {
  fileprivate var isLoopback: Bool {
    guard let text = ipAddress else { return false }
    return text.hasPrefix("127.") || text == "::1" || text.hasPrefix("::ffff:127.")
  }
}

extension CloudKitServer {
  /// Answers `/metrics`, to programs on this machine only. A proxy on this machine is one, so that behind a
  /// proxy there are none unless whoever runs the server asks for them.
  func metricsAnswer(_ request: Request, _ context: PeerContext) -> Response {
    let isForwarded = ["Forwarded", "X-Forwarded-For", "Via"].contains { name in
      HTTPField.Name(name).map { request.headers[$0] != nil } ?? false
    }
    guard service.settings.hasMetrics, context.isFromThisMachine, !isForwarded else {
      return Response(status: .notFound)
    }
    let stored = (try? service.folder.storedBytes()) ?? []
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: .init(
        byteBuffer: ByteBuffer(
          string: metrics.text(bytes: stored, lostNotices: service.notices.lost))))
  }
}
