/// What the log says of a request of the page.
extension Site {
  /// The path of a request as the log shows it: without its query, and without names of players, tokens or
  /// anything else that a client could have made up.
  package func route(of request: PageRequest) -> String {
    if request.path == "/" || templates.asset(request.path) != nil { return request.path }
    if Interface.endpoints.contains(where: { $0.path == request.path })
      || Self.plainRoutes.contains(request.path)
    {
      return request.path
    }
    let first = request.path.split(separator: "/").first.map(String.init) ?? ""
    return ["players", "disputes"].contains(first) ? "/\(first)/*" : "unknown"
  }

  private static let plainRoutes: Set<String> = [
    "/sign-in", "/sign-out", "/colours", "/manifest.webmanifest", "/paste", "/share", "/streaks",
    "/leaderboard", "/versus", "/achievements", "/check", "/players", "/v1/openapi.json",
  ]
}
