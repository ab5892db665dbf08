internal import ArgumentParser
internal import CloudKitHTTP
internal import CloudKitStorage
internal import Foundation
internal import Logging
internal import Streakline
internal import StreaklinePage

/// `streaklined serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server until it is told to stop.")

  @OptionGroup var data: DataOption
  @Flag(help: "Offer the protocol with which apps and devices sync; without --page it always is.")
  var sync = false
  @Flag(help: "Offer the page: what was played, for browsers.")
  var page = false
  @Flag(
    help: "Ask for a token before the page is shown; always so where others can connect.")
  var signIn = false
  @Option(help: "The page's store; otherwise $STREAKLINE_STORE, or that of the tool.")
  var store: String?
  @Option(help: "Address and port; port 0 lets the system choose.")
  var listen = "127.0.0.1:8787"
  @Option(name: .customLong("public-url"), help: "The address under which clients reach it.")
  var publicURL: String?
  @Flag(help: "Listen where others can connect without TLS, which a proxy before it does.")
  var behindProxy = false
  @Option(help: "A file with the server's certificate and those above it (PEM), for TLS.")
  var certificate: String?
  @Option(help: "A file with the certificate's key (PEM), which only its owner may read.")
  var privateKey: String?
  @Flag(help: "Answer /metrics to programs of this machine also with --behind-proxy.")
  var metrics = false
  @Flag(help: "Refuse what Apple's service does not promise to accept.")
  var strict = false
  @Option(help: "Requests a second that a token may send in the long run.")
  var requestsPerSecond = 100.0
  @Option(help: "Megabytes that each private database, and the public one, may hold.")
  var quotaMegabytes: Int?
  @Option(
    help: "Results of each player that the page stores; a hundredth near misses, and disputes.")
  var pageQuota = 100_000
  @Option(help: "Days for which deletions are remembered.")
  var deletionDays = 90

  /// Milliseconds.
  private static let day = 86_400_000

  func validate() throws {
    guard (0.1...1_000_000).contains(requestsPerSecond) else {
      throw ValidationError("--requests-per-second must be between 0.1 and 1000000")
    }
    guard (1...1_000_000_000).contains(quotaMegabytes ?? 1) else {
      throw ValidationError("--quota-megabytes must be between 1 and 1000000000")
    }
    guard (1...1_000_000_000).contains(pageQuota) else {
      throw ValidationError("--page-quota must be between 1 and 1000000000")
    }
    guard (1...36_500).contains(deletionDays) else {
      throw ValidationError("--deletion-days must be between 1 and 36500")
    }
    guard (certificate == nil) == (privateKey == nil) else {
      throw ValidationError("--certificate and --private-key need each other")
    }
    let host = try address().host
    guard !page || !["0.0.0.0", "::"].contains(host) && !behindProxy || publicHost != nil else {
      throw ValidationError(
        "the page answers under its own name only; say it: --public-url https://puzzles.example")
    }
    guard publicURL == nil || publicHost != nil else {
      throw ValidationError("--public-url is an address such as https://puzzles.example")
    }
  }

  func run() async throws {
    allowManyFiles()
    let lock = try FolderLock(folder: data.path)
    let folder = try DataFolder(data.path)
    var settings = ServerSettings()
    (settings.host, settings.port) = try address()
    settings.publicURL = publicURL
    settings.certificate = certificateFiles
    settings.isBehindProxy = behindProxy
    settings.hasMetrics = metrics || !behindProxy
    settings.isStrict = strict
    settings.requestsPerSecond = requestsPerSecond
    settings.quotaBytes = quotaMegabytes.map { $0 * 1_000_000 }
    settings.deletionDays = deletionDays
    // Before anything is opened: a mistake here is the user's to correct.
    _ = try certificateFiles?.configuration()
    let service = CloudKitService(
      folder: folder, settings: settings, now: currentMilliseconds,
      newUUID: { UUID().uuidString })
    let accounts = folder.accounts
    let logger = Logger(label: "streaklined") { StreamLogHandler.standardError(label: $0) }
    let rules = try page ? knownRules() : GameRules(folders: [])
    let achievements = locations.folders("Achievements")
    if page {
      let mistakes =
        locations.settingsProblems + rules.problems + ResultHistory.mistakes(inFiles: achievements)
      for mistake in mistakes { logger.warning("\(mistake.rendered)") }
    }
    let site =
      try page
      ? Site(
        store: RecordStore(
          path: storePath, rules: rules, achievements: achievements,
          timeZone: locations.timeZone),
        hosts: hosts(settings.host), publicOrigin: publicOrigin,
        door: door(settings),
        uploads: Uploads(folder: URL(filePath: data.path).appending(path: "uploads")),
        quota: PageQuota(results: pageQuota), locations: locations,
        holder: { text in
          // A database that cannot be read lets nobody in.
          do {
            guard let found = try accounts.pageHolder(of: text, now: currentMilliseconds()),
              let role = PageRole(rawValue: found.role)
            else { return nil }
            return PageHolder(user: found.user, role: role, player: found.player)
          } catch {
            logger.error("\(accounts.problem(error) ?? "\(error)")")
            return nil
          }
        }) : nil
    let address = "\(settings.scheme)://\(settings.host)"
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [sync] in
        try await CloudKitServer(
          service, site: site, offersSync: sync || site == nil, logger: logger
        ).run { port in
          print("streaklined listens on \(address):\(port)")
          fflush(nil)
        }
      }
      group.addTask { [deletionDays] in
        while !Task.isCancelled {
          try await folder.forgetDeletions(
            before: currentMilliseconds() - deletionDays * Self.day
          ) { logger.error("\($0)") }
          try await Task.sleep(for: .milliseconds(Self.day))
        }
      }
      group.addTask { try await ServerRequests(folder).serve() }
      // The server ends first, or one of the two has failed.
      try await group.next()
      logger.info("stopped")
      group.cancelAll()
    }
    withExtendedLifetime(lock) {}
  }

  /// Each connection is an open file, and the usual limit is about a thousand.
  private func allowManyFiles() {
    #if os(Linux)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard unsafe getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 10_240)
    _ = unsafe setrlimit(files, &limit)
  }

  /// The name under which browsers reach the server from elsewhere.
  private var publicHost: String? {
    publicURL.flatMap { URL(string: $0) }.flatMap { url in
      ["http", "https"].contains(url.scheme) ? url.host : nil
    }
  }

  /// ``publicURL`` as browsers write it in `Origin` (RFC 6454, section 6.2).
  private var publicOrigin: String? {
    guard let name = publicHost?.lowercased(), let url = publicURL.flatMap({ URL(string: $0) }),
      let scheme = url.scheme
    else { return nil }
    let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
    return "\(scheme)://\(name)\(port)"
  }

  private func hosts(_ host: String) -> Set<String> {
    let all = ["127.0.0.1", "localhost", "[::1]", host.contains(":") ? "[\(host)]" : host]
    return Set(all + [publicHost?.lowercased()].compactMap(\.self))
  }

  private func door(_ settings: ServerSettings) -> Door {
    let isReachedFromHereOnly =
      ["127.0.0.1", "::1", "localhost"].contains(settings.host) && !behindProxy
      && publicURL == nil
    guard signIn || !isReachedFromHereOnly else { return .open }
    return .locked(isSecure: certificate != nil || publicURL?.hasPrefix("https:") ?? false)
  }

  private var locations: Locations {
    let environment = ProcessInfo.processInfo.environment
    return Locations(environment: { environment[$0] })
  }

  /// The rules with which the page reads what is pasted.
  private func knownRules() throws -> GameRules {
    let rules = locations.rules
    guard !rules.games.isEmpty else {
      throw StorageError(
        "there are no rule files; share/streakline beside the program's bin has them, and "
          + "STREAKLINE_HOME names another folder")
    }
    return rules
  }

  private var storePath: String { store ?? locations.store }

  private var certificateFiles: CertificateFiles? {
    guard let certificate, let privateKey else { return nil }
    return CertificateFiles(certificate: certificate, privateKey: privateKey)
  }

  private func address() throws -> (host: String, port: Int) {
    guard let colon = listen.lastIndex(of: ":"),
      let port = Int(listen[listen.index(after: colon)...]), (0...65_535).contains(port)
    else { throw ValidationError("--listen needs an address and a port: 127.0.0.1:8787") }
    let host = String(listen[..<colon]).trimmingCharacters(in: ["[", "]"])
    guard behindProxy || certificate != nil || ["127.0.0.1", "::1", "localhost"].contains(host)
    else {
      throw ValidationError(
        "others could read what is sent to \(host): name a --certificate, or, with a proxy before the "
          + "server that does TLS, --behind-proxy")
    }
    return (host, port)
  }
}
