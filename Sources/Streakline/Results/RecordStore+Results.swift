internal import StreaklineCore
internal import StreaklineStore

extension RecordStore {
  /// The id of the result that a text names by its short id; any other text as it is.
  ///
  /// - Throws: ``AmbiguousName``.
  package func resultID(_ text: String) throws -> String {
    guard let short = ShortID(text) else { return text }
    var ids: [String] = []
    try store.forEachResult(ResultFilter(from: short.day, to: short.day)) { record in
      if short.isOf(record) { ids.append(record.id) }
    }
    return try AmbiguousName.only(ids, named: text) ?? text
  }
}
