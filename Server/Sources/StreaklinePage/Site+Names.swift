/// Under which names the page answers, and from which pages it takes forms.
extension Site {
  /// Whether browsers may ask under a name, whatever the port.
  func isOwn(_ host: String) -> Bool {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map { host.index(after: $0) } : nil
    let name = end.map { host[..<$0] } ?? host.prefix { $0 != ":" }
    let rest = host[name.endIndex...]
    let isPort = rest.hasPrefix(":") && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    return (rest.isEmpty || isPort) && hosts.contains(name.lowercased())
  }

  /// The refusal of a request under another name. It says the names that are expected, since a proxy that
  /// does not pass the name on is the usual reason.
  func wrongHost(_ request: PageRequest) -> PageAnswer {
    let names = hosts.sorted().joined(separator: ", ")
    let words = """
      This server is not known under this name. It answers under: \(names).
      Whoever runs it: a proxy has to pass on the name that the browser asks for (Caddy does; nginx: \
      proxy_set_header Host $http_host), and another name is set with --public-url https://NAME.

      """
    var answer = PageAnswer(status: 421, type: "text/plain; charset=utf-8", Array(words.utf8))
    answer.logNote =
      "a request names the Host '\(forLog(request.host))', and expected is one of: \(names); let the "
      + "proxy pass on the browser's Host, or set --public-url"
    return answer
  }

  func requireOwnPage(_ request: PageRequest) throws {
    guard !isFromOwnPage(request) else { return }
    let own = publicOrigin ?? "http://\(request.host) or https://\(request.host)"
    throw PageRefusal(
      status: 403,
      words: "Only this server's own pages may send this: those of \(own).",
      logNote:
        "a form comes from a page of '\(forLog(request.origin ?? "unknown"))', and expected is "
        + "\(forLog(own)); if that is the page itself, set --public-url to its address")
  }

  /// Whether a form comes from this site. Browsers send that in the header `Origin`, which no other site can change. A proxy
  /// may have removed the port from the header `Host`, so the public address counts, too.
  func isFromOwnPage(_ request: PageRequest) -> Bool {
    guard let origin = request.origin else { return false }
    return origin == publicOrigin
      || ["http://", "https://"].contains { origin == $0 + request.host }
  }

  /// A text that a client has sent, for the log: cut to a length, and without control characters.
  private func forLog(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(100).map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
  }
}
