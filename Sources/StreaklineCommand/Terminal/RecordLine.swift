internal import Foundation
internal import StreaklineCore

/// A record in a few words for people: `Wordle 1,234 · 3/6`.
struct RecordLine {
  let record: Record
  /// How the game counts, as its rule says; nil when there is no rule any more.
  let scoring: String?
  private let fields: Fields

  init(record: Record, scoring: String?) {
    self.record = record
    self.scoring = scoring
    fields = record.fields
  }

  /// Name, mode and number, then the outcome.
  var text: String {
    "\(title) · \(outcome)"
  }

  var title: String {
    var words = [fields["gameName"]?.string ?? record.game]
    if let mode = fields["mode"]?.string {
      words.append("(\(mode))")
    }
    if let number = fields["puzzleNumber"]?.int {
      words.append(withThousandsSeparators(number))
    }
    return words.joined(separator: " ")
  }

  var outcome: String {
    switch record.type {
    case RecordType.puzzleResult.name: puzzleOutcome
    case RecordType.completionEvent.name: record.completed == true ? "done" : "not done"
    default: gameOutcome
    }
  }

  /// Where the result was read, such as ` (chat.txt:12)`; empty when that is not known.
  var sourceNote: String {
    guard let source = fields["source"]?.object, let name = source["name"]?.string,
      let line = source["line"]?.int
    else { return "" }
    return " (\(name == "-" ? "standard input" : name):\(line))"
  }

  private var gameOutcome: String {
    let score = fields["score"]?.int
    switch scoring {
    case "lowerTimeSeconds":
      return score.map(clock) ?? (record.completed == true ? "done" : "not done")
    case "lowerHints":
      return score.map { pluralized($0, "hint") } ?? "–"
    default:
      return fraction(score)
    }
  }

  /// `3/6`, `X/6`, or only `57` where the game has no maximum.
  private func fraction(_ score: Int?) -> String {
    let shown = score.map(withThousandsSeparators) ?? (record.completed == true ? "✓" : "X")
    guard let most = fields["maxAttempts"]?.int, most > 0 else { return shown }
    return "\(shown)/\(withThousandsSeparators(most))"
  }

  private var puzzleOutcome: String {
    var words = [record.completed == true ? "solved" : "not solved"]
    if let mistakes = fields["mistakes"]?.int {
      words.append(pluralized(mistakes, "mistake"))
    }
    if let hints = fields["hintsUsed"]?.int, hints > 0 {
      words.append(pluralized(hints, "hint"))
    }
    return words.joined(separator: ", ")
  }
}
