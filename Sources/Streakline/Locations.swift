#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
public import StreaklineCore
internal import StreaklineFiles
internal import StreaklineGames
internal import StreaklineReaders
package import StreaklineSync

/// Where Streakline's files are, from the environment.
public struct Locations: Sendable {
  private let environment: @Sendable (String) -> String?
  private let executable: String

  /// The locations for a user's environment. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - environment: The value of an environment variable, `nil` when it is not set.
  ///   - executable: The program's path, with links resolved; `nil` for the program that is running.
  public init(
    environment: @escaping @Sendable (String) -> String?, executable: String? = nil
  ) {
    self.environment = environment
    self.executable = executable ?? runningProgram()
  }

  /// The store: `$STREAKLINE_STORE`, else `streakline/streakline.db` under `$XDG_DATA_HOME`.
  public var store: String {
    value("STREAKLINE_STORE") ?? "\(dataHome)/streakline/streakline.db"
  }

  /// The user's settings: `streakline/config.yaml` under `$XDG_CONFIG_HOME`.
  package var settings: String { "\(configHome)/streakline/config.yaml" }

  /// The user's folder of pipeline files, which need not exist.
  package var ownPipelines: String { own("Pipelines") }

  /// The user's folder of rule files, which need not exist.
  package var ownRules: String { own("Parsers") }

  /// The user's folder of a kind of file, which need not exist: `Achievements`, `Parsers` or `Pipelines`.
  package func ownFolder(_ kind: String) -> String { own(kind) }

  /// Folders of rule files; files in later folders win: those that came with the program, the sets that the
  /// settings name, the user's own. A set that is not there is included, so that the caller reports it.
  package func ruleFolders(_ settings: Settings) -> [String] {
    [builtIn("Parsers")].compactMap(\.self).filter(mayExist) + ruleSets(settings)
      + [ownRules].filter(mayExist)
  }

  /// The sets of rules that the settings name. A path is relative to the folder of the settings; `~/` is the home
  /// folder.
  package func ruleSets(_ settings: Settings) -> [String] {
    settings.rules.map { path in
      if path.hasPrefix("/") { return path }
      return path.hasPrefix("~/")
        ? underHome(String(path.dropFirst(2))) : "\(configHome)/streakline/\(path)"
    }
  }

  /// Where the settings name each set of rules, by its folder.
  package func ruleSetLocations(_ settings: Settings) -> [String: Problem.Location] {
    Dictionary(zip(ruleSets(settings), settings.ruleLocations)) { first, _ in first }
  }

  /// The user's folder of a kind of file, which need not exist.
  private func own(_ kind: String) -> String { "\(configHome)/streakline/\(kind)" }

  /// The games that came with the program, or else with the library, those of the sets that the settings name, and
  /// those of the user's own rule files. Later ones replace earlier ones.
  public var rules: GameRules {
    GameRules(
      shipped: builtIn("Parsers") ?? BuiltInFiles.folder("Parsers"),
      adding: ruleSets(Settings(path: settings)) + [ownRules].filter(mayExist))
  }

  /// The time zone of the settings, such as `Europe/Berlin`; `nil` where they name none.
  public var timeZone: String? { Settings(path: settings).timezone?.name }

  /// The mistakes in the settings, which then do not hold.
  public var settingsProblems: [Problem] { Settings(path: settings).problems }

  /// The file that keeps rules between runs.
  package var ruleCache: RuleCache {
    RuleCache(path: "\(cacheHome)/streakline/rules.cache", program: executable)
  }

  /// Folders that hold a kind of file; files in later folders win. A folder that cannot be read is
  /// included, so that the caller reports it.
  ///
  /// - Parameter kind: `Achievements`, `Parsers` or `Pipelines`.
  public func folders(_ kind: String) -> [String] {
    [builtIn(kind), own(kind)].compactMap(\.self).filter(mayExist)
  }

  /// The folder that came with the program: `$STREAKLINE_HOME`, `share/streakline` beside the
  /// program's `bin`, the program's own folder, or the checkout that it was built in.
  package func builtIn(_ kind: String) -> String? {
    if let home = value("STREAKLINE_HOME") { return "\(home)/\(kind)" }
    var folder = folderPath(of: executable)
    let installed = ["\(folderPath(of: folder))/share/streakline/\(kind)", "\(folder)/\(kind)"]
    if let found = installed.first(where: isFolder) { return found }
    for _ in 0..<5 {
      folder = folderPath(of: folder)
      if isFile("\(folder)/Package.swift"), isFolder("\(folder)/\(kind)") {
        return "\(folder)/\(kind)"
      }
    }
    return nil
  }

  /// The program that exchanges records with remotes of a kind, such as `streakline-remote-http`.
  package func remoteProgram(_ kind: RemoteKind) -> String? {
    guard kind == .http || kind == .cloudkit else { return nil }
    return program("streakline-remote-\(kind.rawValue)")
  }

  /// A program of Streakline that opens network connections, such as `streaklined`: beside this program, in
  /// the checkout that it was built in, or in a folder of PATH.
  package func program(_ name: String) -> String? {
    var folder = folderPath(of: executable)
    var folders = [folder]
    for _ in 0..<5 {
      folder = folderPath(of: folder)
      guard isFile("\(folder)/Server/Package.swift") else { continue }
      folders += ["release", "debug"].map { "\(folder)/Server/.build/\($0)" }
    }
    // A relative folder would be another one after the next `cd`.
    folders += (value("PATH") ?? "").split(separator: ":").map(String.init).filter {
      $0.hasPrefix("/")
    }
    return folders.map { "\($0)/\(name)" }.first(where: isFile)
  }

  private func mayExist(_ path: String) -> Bool {
    do {
      _ = try FileStatus(path)
      return true
    } catch {
      return !error.isMissing
    }
  }

  /// Whether the place of the user's files is known. If it is not, a program must stop, because the
  /// current folder may belong to anybody.
  public var areKnown: Bool {
    home != nil
      || ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].allSatisfy { absolute($0) != nil }
  }

  /// The home folder of the environment or of the user database.
  private var home: String? { absolute("HOME") ?? homeOfUserDatabase() }
  private var dataHome: String { absolute("XDG_DATA_HOME") ?? underHome(".local/share") }
  private var configHome: String { absolute("XDG_CONFIG_HOME") ?? underHome(".config") }
  private var cacheHome: String { absolute("XDG_CACHE_HOME") ?? underHome(".cache") }

  /// A path under the home folder, or one that cannot exist when no home folder is known.
  private func underHome(_ name: String) -> String { "\(home ?? "/dev/null")/\(name)" }

  /// The XDG specification says that a relative path is to be ignored.
  private func absolute(_ name: String) -> String? {
    value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The XDG specification says that an empty variable counts as not set.
  private func value(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

private func homeOfUserDatabase() -> String? {
  guard let entry = unsafe getpwuid(geteuid()), let folder = unsafe entry.pointee.pw_dir else {
    return nil
  }
  let path = unsafe String(cString: folder)
  return path.hasPrefix("/") ? path : nil
}
