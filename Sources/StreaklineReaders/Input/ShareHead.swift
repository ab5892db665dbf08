/// A name that belongs to a share, and where it is.
struct ShareHead {
  /// The order of name, time and marks, as ``NamedHead`` has it.
  let form: String
  let name: String
  /// The name's line, and the one in which the share starts. Both are counted from 0.
  let line: Int
  let share: Int
  /// Whether its form alone says that it is a name.
  let isSure: Bool
  /// Whether no words are between it and the share.
  var isNearest = true
  /// Whether its line is nothing but the name.
  var isAlone = true

  /// Whether it is surely a name, by its form or because it is a common one.
  var isPerson: Bool { isSure || GivenNames.starts(name) }
}
