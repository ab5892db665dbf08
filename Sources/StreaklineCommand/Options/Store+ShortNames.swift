internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

extension Store {
  /// The id of the result that a text names by its short id; any other text as it is.
  ///
  /// - Throws: ``CommandFailure`` when several results have that short id.
  func resultID(_ text: String) throws -> String {
    guard let short = ShortID(text) else { return text }
    var ids: [String] = []
    try forEachResult(ResultFilter(from: short.day, to: short.day)) { record in
      if short.isOf(record) { ids.append(record.id) }
    }
    try refuseSeveral(ids, named: text, "results")
    return ids.first ?? text
  }

  /// The name of the document that a text names: by its name, or by the start of it, at least seven
  /// characters. Any other text is returned as it is.
  ///
  /// - Throws: ``CommandFailure`` when several names start so.
  func documentName(_ text: String, type: String) throws -> String {
    let name = try StreaklineCommand.documentName(text)
    let leastCharacters = 7
    if name.count < leastCharacters { return name }
    if try document(type: type, name: name) != nil { return name }
    let names = try documents(type: type).map(\.name).filter { $0.hasPrefix(name) }
    try refuseSeveral(names, named: text, "documents of the type \(type)")
    return names.first ?? name
  }

  private func refuseSeveral(_ found: [String], named text: String, _ noun: String) throws {
    guard found.count > 1 else { return }
    let maximumNames = 10
    let names = found.prefix(maximumNames).map { "'\($0)'" }.joined(separator: ", ")
    throw CommandFailure(
      ExitCodes.usage, "'\(text)' names \(found.count) \(noun)",
      help: "name one of \(names)\(found.count > maximumNames ? ", …" : "")")
  }
}

/// An id as people see it: its start on a terminal, and all of it where a program may read it.
func shownID(_ id: String) -> String {
  Output.isTerminal(STDOUT_FILENO) ? String(id.prefix(8)) : id
}
