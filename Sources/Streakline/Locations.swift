internal import StreaklineFiles

/// Where Streakline's files lie, from the environment (DESIGN §2, §7).
public struct Locations: Sendable {
  private let environment: @Sendable (String) -> String?
  private let executable: String

  /// - Parameters:
  ///   - environment: The value of an environment variable, `nil` when it is not set.
  ///   - executable: The running program's path, with links resolved.
  public init(environment: @escaping @Sendable (String) -> String?, executable: String) {
    self.environment = environment
    self.executable = executable
  }

  /// The store: `$STREAKLINE_STORE`, else `streakline/streakline.db` under `$XDG_DATA_HOME`.
  public var store: String {
    value("STREAKLINE_STORE") ?? "\(dataHome)/streakline/streakline.db"
  }

  /// What is remembered of rule files between runs; it may be deleted at any time.
  public var ruleCache: String {
    "\(value("XDG_CACHE_HOME") ?? "\(home)/.cache")/streakline/rules.jsonl"
  }

  /// Folders that hold a kind of file, the ones that win last. A folder that cannot be looked at is
  /// named too, so that whoever reads it reports it.
  ///
  /// - Parameter kind: `Parsers` or `Pipelines`.
  public func folders(_ kind: String) -> [String] {
    [builtIn(kind), "\(configHome)/streakline/\(kind)"].compactMap(\.self).filter(mayExist)
  }

  /// The folder that came with the program: `$STREAKLINE_HOME`, `share/streakline` beside the
  /// program's `bin`, the program's own folder, or the checkout that it was built in.
  private func builtIn(_ kind: String) -> String? {
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

  private func mayExist(_ path: String) -> Bool {
    do {
      _ = try FileStatus(path)
      return true
    } catch {
      return !error.isMissing
    }
  }

  private var home: String { value("HOME") ?? "." }
  private var dataHome: String { value("XDG_DATA_HOME") ?? "\(home)/.local/share" }
  private var configHome: String { value("XDG_CONFIG_HOME") ?? "\(home)/.config" }

  /// The XDG specification says that an empty variable counts as not set.
  private func value(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
