/// What a browser asks, without the connection.
package struct PageRequest: Sendable {
  /// In capitals.
  package var method: String
  /// Starts with `/`, percent-encoded as received.
  package var path: String
  /// What is after the question mark, as received.
  package var query: String
  /// The address under which the browser knows the server: a name and often a port.
  package var host: String
  /// The address of the page that sends a form; `nil` where the browser does not say it.
  package var origin: String?
  /// The header `Authorization`, if there is one.
  package var authorization: String?
  /// The header `Cookie`, if there is one.
  package var cookie: String?
  package var contentType: String?
  package var body: [UInt8] = []

  package init(method: String, path: String, query: String, host: String) {
    (self.method, self.path, self.query, self.host) = (method, path, query, host)
  }

  /// The parts of the path, decoded.
  var parts: [String] { path.split(separator: "/").compactMap(decodedPercents) }

  /// What the query says; of two values for one name, the first.
  var given: [String: String] { formValues(query) }

  /// What the browser keeps for this server; of two values for one name, the first.
  var cookies: [String: String] {
    let pairs = (cookie ?? "").split(separator: ";").prefix(50).map {
      $0.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
    }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  /// What a form says.
  var form: [String: String] { formValues(String(decoding: body, as: UTF8.self)) }
}

/// What a browser gets.
package struct PageAnswer: Sendable {
  package var status = 200
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// What whoever runs the server has to know of a refusal; it goes to the log.
  package var logNote: String?

  init(status: Int = 200, type: String, _ body: [UInt8], _ headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers.map { (name: $0.0, value: $0.1) }
    self.body = body
  }

  /// Sends the browser to another page of this server.
  static func redirection(
    to address: String, _ headers: [(String, String)] = []
  ) -> PageAnswer {
    PageAnswer(
      status: 303, type: "text/plain; charset=utf-8", [], [("Location", address)] + headers)
  }
}

/// Why a page cannot be shown, in words for its reader.
struct PageRefusal: Error {
  let status: Int
  let words: String
  var headers: [(String, String)] = []
  var logNote: String?

  static let notFound = PageRefusal(status: 404, words: "There is no such page.")
}
