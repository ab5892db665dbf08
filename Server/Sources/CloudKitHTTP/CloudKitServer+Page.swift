internal import CloudKitCore
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix
internal import StreaklinePage

extension CloudKitServer {
  /// Bytes of a form at most.
  private static let largestForm = 1 << 20

  /// The answer to a request: a whole page, or the events of a page, which are sent as they happen.
  enum Reply {
    case page(PageAnswer)
    case events(Response)
  }

  func answer(of site: Site, to request: Request, from address: ClientAddress) async -> Reply {
    let question = PageRequest(request)
    let attempt = site.attempt(question)
    if attempt != nil, let seconds = wrongTokens.take(from: address) {
      return .page(site.tooManyWrongTokens(question, seconds: seconds))
    }
    let reply = await answer(of: site, to: question, request)
    if attempt == .signIn, case .page(let answer) = reply, answer.status != 401 {
      wrongTokens.giveBack(to: address)
    }
    return reply
  }

  private func answer(
    of site: Site, to question: PageRequest, _ request: Request
  ) async -> Reply {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard (length ?? 0) <= Self.largestForm else { return .page(tooLong(site, question)) }
    let hasBody = length != nil || request.headers[.transferEncoding] != nil
    guard let encoding = hasBody ? BodyEncoding(request.headers) : .plain else {
      return .page(
        site.refusal(
          415, "This server reads a Content-Encoding of gzip, and no other.", to: question,
          [("Accept-Encoding", BodyEncoding.accepted)]))
    }
    func form() async -> Result<[UInt8], BodyMistake> {
      await request.unpackedBody(encoding, mostBytes: Self.largestForm)
    }
    // How much comes out of what is packed is known afterwards.
    let most = encoding == .gzip ? Self.largestForm : length ?? Self.largestForm
    guard hasBody, most > LargeBodies.smallest else {
      return await answer(of: site, to: question, body: await form())
    }
    // Who has no token has no part of the room of those who have one.
    let user = site.holder(of: question)?.user ?? ""
    let given = await largeBodies.withRoom(
      for: Self.largestForm, of: "page of \(user)", read: { await form() },
      answer: { await answer(of: site, to: question, body: $0) })
    return given
      ?? .page(
        site.refusal(
          503, "Others are sending long texts. Try again in some seconds.", to: question,
          [("Retry-After", "5")]))
  }

  private func tooLong(_ site: Site, _ question: PageRequest) -> PageAnswer {
    site.refusal(
      413,
      "This is longer than 1 MiB, the most that the page reads at once. Upload a long chat as a "
        + "file, or import it with `streakline FILE`.", to: question)
  }

  private func answer(
    of site: Site, to question: PageRequest, body: Result<[UInt8], BodyMistake>
  ) async -> Reply {
    var question = question
    switch body {
    case .success(let body): question.body = body
    case .failure(.tooLarge): return .page(tooLong(site, question))
    case .failure(.damaged):
      return .page(
        site.refusal(400, "The body is not gzip, as its Content-Encoding says.", to: question))
    }
    if let user = site.holder(of: question)?.user {
      do {
        try service.count("page of \(user)")
      } catch {
        let seconds = String(error.retryAfterSeconds ?? 1)
        return .page(
          site.refusal(
            429, "Too many requests. Wait \(seconds) s.", to: question,
            [("Retry-After", seconds)]))
      }
    }
    if question.path == "/v1/events", question.method == "GET",
      let listener = site.listener(question)
    {
      return events(of: site, for: question, by: listener.user)
    }
    // The store blocks, and the threads of connections must not.
    let answer = try? await NIOThreadPool.singleton.runIfActive { [question] in
      site.answer(question)
    }
    return .page(answer ?? site.refusal(503, "The server is stopping.", to: question))
  }

  static func response(_ answer: PageAnswer) -> Response {
    var headers: HTTPFields = [:]
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

extension PageRequest {
  /// The head of a request.
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
      host: request.head.authority ?? "")
    origin = request.headers[.origin]
    cookie = request.headers[.cookie]
    authorization = request.headers[.authorization]
    contentType = request.headers[.contentType]
  }
}
