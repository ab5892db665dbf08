internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix
internal import StreaklinePage

extension CloudKitServer {
  /// Bytes of a form at most.
  private static let largestForm = 1 << 20

  func answer(of site: Site, to request: Request) async -> Response {
    guard let body = try? await request.body.collect(upTo: Self.largestForm) else {
      return Response(status: .contentTooLarge)
    }
    var question = PageRequest(
      method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
      host: request.head.authority ?? "")
    question.origin = request.headers[.origin]
    question.authorization = request.headers[.authorization]
    question.contentType = request.headers[.contentType]
    question.body = Array(body.readableBytesView)
    // The store blocks, and the threads of connections must not.
    let answer = try? await NIOThreadPool.singleton.runIfActive { [question] in
      site.answer(question)
    }
    guard let answer else { return Response(status: .serviceUnavailable) }
    var headers: HTTPFields = [:]
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
