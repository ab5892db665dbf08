package import StreaklineCore

extension ZoneCopy {
  /// The text of a copy's base: the fields of a document as both sides last held them, and those that
  /// nobody here understands.
  package static func base(fields: Fields? = nil, others: Fields?) -> String? {
    var members = Fields()
    if let fields { members.append("fields", .object(fields)) }
    if let others, others.count > 0 { members.append("others", .object(others)) }
    return members.count > 0 ? String(json: .object(members)) : nil
  }

  private var members: Fields? { base.flatMap { try? readJSON(Array($0.utf8)).object } }
  /// The fields of a document as both sides last held them.
  package var commonFields: Fields? { members?["fields"]?.object }
  /// The fields at the remote that nobody here understands, under its names.
  package var others: Fields? { members?["others"]?.object }
}
