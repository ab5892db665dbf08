import Foundation
import Streakline
import StreaklineCore
import StreaklineRules
import Testing

/// Drafts are judged by a share that they were not made from: an example of a game in the box, which the
/// game's own rule reads rightly.
@Suite struct HeldBackShareTests {
  /// What a rule reads from a share.
  private struct Reading: Equatable {
    var day: Int?
    var number: Int?
    var score: Int?
    var completed: Bool?
  }

  private enum Verdict {
    /// Day and score are right, without a change to the draft.
    case right
    /// Not read, or read without day or score.
    case open
    /// Read as something else.
    case wrong
  }

  /// Games that were not in the box when the drafter was written.
  private static let newGames = [
    "anthropeum", "artle", "betweenle", "bonkle", "box-office-game", "chartle", "costcodle",
    "daily-dozen-trivia", "emovi", "faces", "fermi", "harmonies", "juxtastat", "krillion",
    "marveldle-comics", "marveldle-mcu", "movie-grid", "movie-to-movie", "oec-pick-5", "originle",
    "overwatchdle", "pokedoku", "puckdoku", "scrandle", "size-it-up", "star-wars-guessr",
    "swiftle", "thrice", "top-five-trivia", "zoomout",
  ]

  @Test func `of thirty drafts twenty read the held-back share, and none reads it wrongly`() throws
  {
    #expect(Set(Self.newGames).count == 30)
    let (right, wrong) = try judge(Self.newGames)
    #expect(wrong == [])
    #expect(right.count >= 20, "\(right.count): \(right)")
  }

  @Test(.long)
  func `whatever share of a game in the box is held back, no draft reads it wrongly`() throws {
    let rules = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet()
    let (right, wrong) = try judge(rules.games, holdingBackEach: true)
    #expect(wrong == [])
    #expect(right.count >= 160, "\(right.count)")
  }

  /// The games whose drafts are right, and what is wrong with the wrong ones.
  ///
  /// - Parameter all: Whether each share is held back in turn, or the last one alone.
  private func judge(
    _ games: [String], holdingBackEach all: Bool = false
  ) throws -> (right: [String], wrong: [String]) {
    let rules = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet()
    var right: [String] = []
    var wrong: [String] = []
    for game in games {
      let rule = try #require(rules.rule(of: game))
      let shares = rule.examples.filter { !$0.isDerived }.map(\.text)
      for held in shares.indices.dropFirst(all ? 0 : max(0, shares.count - 1)) {
        let others = shares.indices.filter { $0 != held }.map { shares[$0] }
        guard let truth = read(shares[held], rules),
          let (verdict, text) = try draft(of: others, reading: shares[held], truth)
        else { continue }
        switch verdict {
        case .right: right.append(game)
        case .wrong: wrong.append("\(game): \(text)")
        case .open: break
        }
      }
    }
    return (right, wrong)
  }

  /// What a draft of some shares makes of another one; `nil` when there is no draft, or it reads nothing.
  private func draft(
    of shares: [String], reading held: String, _ truth: Reading
  ) throws -> (Verdict, String)? {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    guard let draft = RuleDraft(shares, id: id, day: Day(daysSinceEpoch: 20_600)) else {
      return nil
    }
    // As a file of the user's own, which is in use only without errors.
    let file = RuleFile(path: "\(draft.slug).yaml", text: draft.yaml, isOwn: true)
    return read(held, RuleSet(files: [file])).map {
      (verdict(on: $0, truth, draft), "\($0), not \(truth)\n\(draft.yaml)")
    }
  }

  /// A value of which the draft says `CHECK` may be missing or differ where the given shares did not
  /// show it: how a loss is printed, and the day where only the message says it. Another score, another
  /// number and another printed day are always wrong.
  private func verdict(on found: Reading, _ truth: Reading, _ draft: RuleDraft) -> Verdict {
    func isChecked(_ key: String) -> Bool {
      draft.yaml.split(separator: "\n").contains {
        $0.hasPrefix(key) && $0.contains("CHECK")
      }
    }
    if let number = found.number, let other = truth.number, number != other { return .wrong }
    if let day = found.day, let other = truth.day, day != other { return .wrong }
    if let score = found.score, let other = truth.score, score != other { return .wrong }
    let lacksDay =
      truth.number != nil && found.number == nil || truth.day != nil && found.day == nil
    if lacksDay, !isChecked("puzzle: {date: received}") { return .wrong }
    if found.completed != truth.completed, !isChecked("  completed:") { return .wrong }
    if found.score != nil, truth.score == nil, !isChecked("  completed:") { return .wrong }
    return lacksDay || found.score != truth.score ? .open : .right
  }

  private func read(_ text: String, _ rules: RuleSet) -> Reading? {
    let now = Instant(Day(daysSinceEpoch: 20_760))
    let message = Message(text: Array(text.utf8), source: .init(name: "-", line: 1))
    let share = ShareText(message.text)
    let reader = ShareReader(rules: rules)
    var scan = reader.read(share)
    let again = reader.readAgain(share, after: &scan)
    let builder = RecordBuilder(user: "me", fallbackDay: now.day, now: now)
    var chunk = builder.chunk(of: scan, text: share, message: message)
    for reading in again {
      chunk.append(builder.chunk(of: reading.scan, text: reading.text, message: message))
    }
    guard let record = chunk.records.first else { return nil }
    let number =
      record.fields["puzzleNumber"]?.int
      ?? record.fields["parsedData"]?.object?["puzzleNumber"]?.text.flatMap(Int.init)
    let isPrinted = record.day != now.day && number == nil
    return Reading(
      day: isPrinted ? record.day.dateInt : nil, number: number,
      score: record.fields["score"]?.int, completed: record.completed)
  }
}
