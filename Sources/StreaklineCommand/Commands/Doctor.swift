internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Checks that everything that the program needs is there and in order.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check libraries, folders, rule and pipeline files and the store; exit 1 on trouble.",
    discussion: """
      Examples:
        streakline doctor
        streakline doctor --store backup.db --output json
        streakline doctor --recount
      """)

  @Flag(help: "Count all streaks anew from the results, when what is kept of them is damaged.")
  var recount = false

  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  /// One thing that was checked.
  private struct Check {
    let subject: String
    let isFine: Bool
    let detail: String
  }

  func run() throws {
    if recount {
      let database = try pipelines.store.open()
      let wrong = try database.recountStreaks()
      try database.close()
      Output.note("all streaks were counted from the results; \(wrong) were wrong")
    }
    let checks = [
      version(), pcre2(), sqlite(), zlib(), ruleFiles(), pipelineFiles(), store(),
    ]
    for check in checks {
      if output.isJSON {
        Output.json(
          .object([
            "subject": .string(check.subject), "ok": .bool(check.isFine),
            "detail": .string(check.detail),
          ]))
      } else {
        let sign = check.isFine ? output.sign("✓", .green) : output.sign("✘", .red)
        Output.line("\(check.subject): \(check.detail)", sign: sign)
      }
    }
    if checks.contains(where: { !$0.isFine }) { throw CommandFailure(ExitCodes.nothing) }
  }

  private func version() -> Check {
    Check(subject: "streakline", isFine: true, detail: programVersion)
  }

  /// PCRE2 had a flaw in growable JIT stacks, which Debian fixed in 10.42 revision deb12u2 and its
  /// authors in 10.49. This program never uses such stacks, so an older version is reported but not
  /// counted as trouble. The system's library says nothing about one that is part of the program.
  private func pcre2() -> Check {
    let library = GameRules.patternLibrary + Self.origin
    let isPatched = systemRevision("libpcre2-8-0").map { $0 >= "10.42-1+deb12u2" }
    let detail =
      "\(library)\(isPatched == false ? ", older than 10.42-1+deb12u2: update libpcre2-8-0" : "")"
    return Check(subject: "PCRE2", isFine: isPatched ?? true, detail: detail)
  }

  private func sqlite() -> Check {
    let library = RecordStore.sqliteVersion
    let isNew =
      library.split(separator: ".").compactMap { Int($0) }.lexicographicallyPrecedes([3, 37, 0])
      == false
    return Check(
      subject: "SQLite", isFine: isNew,
      detail: library + Self.origin + (isNew ? "" : ", at least 3.37 is needed for strict tables"))
  }

  private func zlib() -> Check {
    Check(subject: "zlib", isFine: true, detail: LinkedLibraries.zlib + Self.origin)
  }

  /// Who updates the C libraries: the system, unless they are part of the program.
  private static let origin =
    LinkedLibraries.areInside ? ", part of this program: updates come with streakline" : ""

  /// The revision of a package that Debian has installed; `nil` where the program does not use it.
  private func systemRevision(_ package: String) -> String? {
    guard !LinkedLibraries.areInside,
      let status = try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8),
      let start = status.range(of: "Package: \(package)\n"),
      let line = status[start.upperBound...].range(of: "Version: ")
    else { return nil }
    return String(status[line.upperBound...].prefix { $0 != "\n" })
  }

  private func ruleFiles() -> Check {
    let set = rules.ruleFolders().rules()
    let detail =
      "\(pluralized(set.games.count, "game")), \(pluralized(set.problems.count, "problem"))"
    let advice = set.problems.isEmpty ? "" : ": streakline rules check"
    return Check(
      subject: "rule files", isFine: set.problems.isEmpty && !set.games.isEmpty,
      detail: detail + advice)
  }

  private func pipelineFiles() -> Check {
    let files = PipelineFiles(
      currentLocations().folders("Pipelines"), store: pipelines.store.location)
    let known = Set(rules.ruleFolders().rules().games + [HabitDay.game])
    let strangers = files.pipelines.flatMap { $0.games ?? [] }.filter { !known.contains($0) }
    let detail =
      if let problem = files.problems.first {
        "\(problem.location.file):\(problem.location.line): \(problem.summary)"
      } else if let game = strangers.first {
        "there is no game '\(game)'"
      } else {
        pluralized(files.pipelines.filter(\.isEnabled).count, "pipeline")
      }
    return Check(
      subject: "pipeline files", isFine: files.problems.isEmpty && strangers.isEmpty, detail: detail
    )
  }

  private func store() -> Check {
    do {
      guard let store = try pipelines.store.openReadingIfPresent() else {
        return Check(
          subject: "store", isFine: true, detail: "none yet at \(pipelines.store.location)")
      }
      if let finding = try store.verify().first {
        return Check(subject: "store", isFine: false, detail: finding)
      }
      let results = try store.counts(at: .now).records
      return Check(
        subject: "store", isFine: true, detail: "\(store.path), \(pluralized(results, "result"))")
    } catch {
      return Check(subject: "store", isFine: false, detail: "\(error)")
    }
  }
}
