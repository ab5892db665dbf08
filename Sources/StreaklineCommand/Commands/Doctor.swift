internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

/// Whether everything that the program needs is there and right.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check libraries, folders, rule and pipeline files and the store; exit 1 on trouble.")

  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  /// One thing that was looked at.
  private struct Finding {
    let subject: String
    let isFine: Bool
    let detail: String
  }

  func run() throws {
    let findings = [version(), pcre2(), sqlite(), ruleFiles(), pipelineFiles(), store()]
    for finding in findings {
      if output.isJSON {
        Output.json(
          .object([
            "subject": .string(finding.subject), "ok": .bool(finding.isFine),
            "detail": .string(finding.detail),
          ]))
      } else {
        let sign = finding.isFine ? output.painted("✓", .green) : output.painted("✘", .red)
        Output.line("\(sign) \(finding.subject): \(escapedForTerminal(finding.detail))")
      }
    }
    if findings.contains(where: { !$0.isFine }) { throw CommandFailure(ExitCodes.nothing) }
  }

  private func version() -> Finding {
    Finding(subject: "streakline", isFine: true, detail: programVersion)
  }

  /// 10.42 of Debian is safe from revision deb12u2 on; upstream from 10.49 on. The growable JIT
  /// stack, the hole that those close, is never used here, so an older one is told, not refused.
  private func pcre2() -> Finding {
    let library = pcre2Version()
    let isPatched = debianRevision("libpcre2-8-0").map { $0 >= "10.42-1+deb12u2" }
    let detail =
      "\(library)\(isPatched == false ? ", older than 10.42-1+deb12u2: update libpcre2-8-0" : "")"
    return Finding(subject: "PCRE2", isFine: isPatched ?? true, detail: detail)
  }

  private func sqlite() -> Finding {
    let library = Store.sqliteVersion
    let isNew =
      library.split(separator: ".").compactMap { Int($0) }.lexicographicallyPrecedes([3, 37, 0])
      == false
    return Finding(
      subject: "SQLite", isFine: isNew,
      detail: library + (isNew ? "" : ", at least 3.37 is needed for strict tables"))
  }

  private func debianRevision(_ package: String) -> String? {
    guard let status = try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8),
      let start = status.range(of: "Package: \(package)\n"),
      let line = status[start.upperBound...].range(of: "Version: ")
    else { return nil }
    return String(status[line.upperBound...].prefix { $0 != "\n" })
  }

  private func ruleFiles() -> Finding {
    do {
      let set = RuleFolders(try rules.allFolders()).ruleSet()
      let detail =
        "\(pluralized(set.games.count, "game")), \(pluralized(set.problems.count, "problem"))"
      let advice = set.problems.isEmpty ? "" : ": streakline rules check"
      return Finding(
        subject: "rule files", isFine: set.problems.isEmpty && !set.games.isEmpty,
        detail: detail + advice)
    } catch {
      return Finding(subject: "rule files", isFine: false, detail: "\(error)")
    }
  }

  private func pipelineFiles() -> Finding {
    let files = PipelineFiles(
      currentLocations().folders("Pipelines"), store: pipelines.store.location)
    let known = Set((try? rules.allFolders()).map { RuleFolders($0).ruleSet().games } ?? [])
    let strangers = files.pipelines.flatMap { $0.games ?? [] }.filter { !known.contains($0) }
    let detail =
      if let problem = files.problems.first {
        "\(problem.location.file):\(problem.location.line): \(problem.summary)"
      } else if let game = strangers.first {
        "there is no game '\(game)'"
      } else {
        pluralized(files.pipelines.count, "pipeline")
      }
    return Finding(
      subject: "pipeline files", isFine: files.problems.isEmpty && strangers.isEmpty, detail: detail
    )
  }

  private func store() -> Finding {
    do {
      guard let store = try pipelines.store.openReadingIfPresent() else {
        return Finding(
          subject: "store", isFine: true, detail: "none yet at \(pipelines.store.location)")
      }
      let findings = try store.verify()
      let results = try store.counts().records
      let detail = findings.first ?? "\(store.path), \(pluralized(results, "result"))"
      return Finding(subject: "store", isFine: findings.isEmpty, detail: detail)
    } catch {
      return Finding(subject: "store", isFine: false, detail: "\(error)")
    }
  }
}
