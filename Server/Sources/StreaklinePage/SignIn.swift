/// Who may come in without a token.
package enum Door: Sendable {
  /// Everybody who reaches the page, who then may do everything: for a server that only this machine reaches.
  case open
  /// Nobody. Browsers keep the token as a cookie.
  ///
  /// - Parameter isSecure: Whether browsers reach the page through TLS, so that the cookie never leaves without
  ///   it.
  case locked(isSecure: Bool)
}

extension Door: Equatable {}

extension Site {
  static let cookie = "streakline"
  /// A year, in seconds; the token itself may end before.
  private static let cookieAge = 31_536_000

  /// Who asks for a page.
  func visitor(_ request: PageRequest) -> PageHolder? {
    if door == .open { return PageHolder(user: "me", role: .settles) }
    return request.cookies[Self.cookie].flatMap(holder)
  }

  /// How a request could find out whether a token is good.
  package enum Attempt: Sendable {
    /// By the form, with a token that is not known yet.
    case signIn
    /// With a token that is not good.
    case wrongToken
  }

  /// - Returns: `nil` for a request without a token, with a good one, or for what everybody sees.
  package func attempt(_ request: PageRequest) -> Attempt? {
    guard isOwn(request.host) else { return nil }
    if request.path == "/sign-in" { return request.method == "POST" ? .signIn : nil }
    let isForAll = Self.openRoutes.contains(request.path) || templates.asset(request.path) != nil
    guard !isForAll else { return nil }
    let hasCookie = door != .open && request.cookies[Self.cookie]?.isEmpty == false
    guard request.authorization != nil || hasCookie else { return nil }
    return holder(of: request) == nil ? .wrongToken : nil
  }

  private static let openRoutes: Set<String> = [
    "/sign-out", "/colours", "/manifest.webmanifest", "/v1/openapi.json",
  ]

  /// What those get from whose address too many wrong tokens have come.
  package func tooManyWrongTokens(_ request: PageRequest, seconds: Int) -> PageAnswer {
    refusal(
      429,
      "Too many wrong tokens have come from your address. Wait \(seconds) s, and then send the right one.",
      to: request, [("Retry-After", String(seconds))])
  }

  /// What those see who have no token and need one.
  func askedForToken(_ visit: Visit) -> PageAnswer {
    guard ["GET", "HEAD"].contains(visit.request.method) else {
      return signInForm(visit, error: "Sign in first.", status: 401)
    }
    return .redirection(to: "/sign-in?next=" + encodedPercents(visit.here))
  }

  func signInForm(
    _ visit: Visit, error: String? = nil, next: String? = nil, status: Int = 200
  ) -> PageAnswer {
    let next = next ?? visit.request.given["next"] ?? "/"
    return shown(
      "Sign in", templates.render("sign-in", SignInPage(error: error, next: next)), visit,
      status: status)
  }

  func signIn(_ visit: Visit) -> PageAnswer {
    let form = visit.request.form
    let token = (form["token"] ?? "").trimmed
    guard holder(token) != nil else {
      return signInForm(
        visit, error: "This token is not known here, or it has ended.", next: form["next"],
        status: 401)
    }
    // A good token has letters, digits and _ only, so that it can stand in a header.
    return .redirection(
      to: ownAddress(form["next"]), [cookie("\(Self.cookie)=\(token)", seconds: Self.cookieAge)])
  }

  func signOut() -> PageAnswer {
    .redirection(to: "/sign-in", [cookie("\(Self.cookie)=", seconds: 0)])
  }

  func changeColours(_ visit: Visit) -> PageAnswer {
    let form = visit.request.form
    let isContrast = form["colours"] == "contrast"
    return .redirection(
      to: ownAddress(form["next"]),
      [
        cookie(
          "colours=\(isContrast ? "contrast" : "usual")",
          seconds: isContrast ? Self.cookieAge : 0)
      ])
  }

  private func cookie(_ value: String, seconds: Int) -> (String, String) {
    let secure = door == .locked(isSecure: true) ? "; Secure" : ""
    return (
      "Set-Cookie", "\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + secure
    )
  }

  /// An address of this server; the start for any other, also for one that browsers take for another
  /// server's.
  private func ownAddress(_ address: String?) -> String {
    let address = address ?? "/"
    let isOwn =
      address.hasPrefix("/") && !address.hasPrefix("//")
      && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    return isOwn ? address : "/"
  }
}

private struct SignInPage {
  let error: String?
  let next: String
}
