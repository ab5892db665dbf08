internal import CloudKitCore
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix
internal import StreaklinePage

extension CloudKitServer {
  /// Bytes of a form at most.
  private static let largestForm = 1 << 20

  func answer(of site: Site, to request: Request) async -> Response {
    var question = PageRequest(
      method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
      host: request.head.authority ?? "")
    question.origin = request.headers[.origin]
    question.cookie = request.headers[.cookie]
    question.authorization = request.headers[.authorization]
    question.contentType = request.headers[.contentType]
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard (length ?? 0) <= Self.largestForm else { return tooLong(site, question) }
    let hasBody = length != nil || request.headers[.transferEncoding] != nil
    guard hasBody, (length ?? Self.largestForm) > LargeBodies.smallest else {
      return await answer(of: site, to: question, body: await form(of: request))
    }
    // Who has no token has no part of the room of those who have one.
    let user = site.holder(of: question)?.user ?? ""
    let given = await largeBodies.withRoom(
      for: Self.largestForm, of: "page of \(user)", read: { await form(of: request) },
      answer: { await answer(of: site, to: question, body: $0) })
    return given
      ?? Self.response(
        site.refusal(
          503, "Others are sending long texts. Try again in some seconds.", to: question,
          [("Retry-After", "5")]))
  }

  /// The body; `nil` when it is too long or broken.
  private func form(of request: Request) async -> [UInt8]? {
    let buffer = try? await request.body.collect(upTo: Self.largestForm)
    return buffer.map { Array($0.readableBytesView) }
  }

  private func tooLong(_ site: Site, _ question: PageRequest) -> Response {
    Self.response(
      site.refusal(
        413,
        "This is longer than 1 MiB, the most that the page reads at once. Upload a long chat as a "
          + "file, or import it with `streakline FILE`.", to: question))
  }

  private func answer(
    of site: Site, to question: PageRequest, body: [UInt8]?
  ) async -> Response {
    var question = question
    guard let body else { return tooLong(site, question) }
    question.body = body
    if let user = site.holder(of: question)?.user {
      do {
        try service.count("page of \(user)")
      } catch {
        let seconds = String(error.retryAfterSeconds ?? 1)
        return Self.response(
          site.refusal(
            429, "Too many requests. Wait \(seconds) s.", to: question,
            [("Retry-After", seconds)]))
      }
    }
    if question.path == "/v1/events", question.method == "GET", site.mayListen(question) {
      return events(of: site, for: question)
    }
    // The store blocks, and the threads of connections must not.
    let answer = try? await NIOThreadPool.singleton.runIfActive { [question] in
      site.answer(question)
    }
    return Self.response(
      answer ?? site.refusal(503, "The server is stopping.", to: question))
  }

  private static func response(_ answer: PageAnswer) -> Response {
    var headers: HTTPFields = [:]
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
