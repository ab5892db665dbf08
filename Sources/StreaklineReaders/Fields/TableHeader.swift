internal import StreaklineCore

/// The first row of a table of messages: the names of its columns.
struct TableHeader {
  let separator: UInt8
  let names: [String]
  /// Where the row starts: after a line such as `sep=;`, which spreadsheets write.
  let start: Int
  private static let longestName = 60

  /// - Parameter head: The start of the input.
  /// - Returns: `nil` when the first row may be prose: it does not surely name columns, and the rows below it have other
  ///   numbers of cells.
  init?(_ head: [UInt8]) {
    let named = Self.separator(head)
    start = named?.end ?? 0
    let head = Array(head[start...])
    let line = head.prefix { $0 != 0x0A }
    guard line.count <= 4_096, line.contains(where: { Self.separators.contains($0) }) else {
      return nil
    }
    separator =
      named?.separator ?? Self.separators.max { left, right in
        line.count { $0 == left } < line.count { $0 == right }
      } ?? 0x2C
    var rest = head
    let source = ByteSource(name: "", size: nil) { _ in
      defer { rest = [] }
      return rest
    }
    var rows = CSVRows(source, separator: separator)
    // Reading from memory cannot fail.
    guard let first = try? rows.next()?.content.get() else { return nil }
    names = first.map { String(decoding: $0.bytes, as: UTF8.self).trimmingBlanks() }.map(
      String.init)
    guard names.count >= 2, Self.mayBeNames(names) else { return nil }
    var (same, others) = (0, 0)
    while let row = try? rows.next() {
      guard let cells = try? row.content.get(), cells.count > 1 || !cells[0].bytes[...].isBlank
      else { continue }
      if cells.count == names.count { same += 1 } else { others += 1 }
    }
    // A table of messages stays one where its end is cut off or a row of it is damaged: it is not read as prose then.
    // Prose has a blank behind each comma.
    let isProse = first.dropFirst().contains { $0.bytes.first == 0x20 }
    if names.count >= 3, !isProse, Self.nameSomething(names) { return }
    let isRegular = others == 0 && same >= 2
    guard
      Self.nameText(names)
        ? same > 0 : isRegular && (names.count >= 3 || Self.nameSomething(names))
    else { return nil }
  }

  /// The separator that a first line names, and where the next line starts.
  private static func separator(_ head: [UInt8]) -> (separator: UInt8, end: Int)? {
    let line = head.prefix { $0 != 0x0A }
    let words = line.drop { $0 == 0x22 }.prefix { $0 != 0x0D && $0 != 0x22 }
    guard words.count == 5, String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let separator = words.last, line.endIndex < head.count
    else { return nil }
    return (separator, line.endIndex + 1)
  }

  private static let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Whether a row may name columns: short words without numbers.
  private static func mayBeNames(_ names: [String]) -> Bool {
    names.allSatisfy { name in
      !name.isEmpty && name.utf8.count <= longestName && !name.utf8.contains { $0 &- 0x30 < 10 }
    }
  }

  /// Whether one of the names is that of a text, beside that of something about it.
  private static func nameText(_ names: [String]) -> Bool {
    let fields = names.map(FieldName.init)
    return fields.contains { $0.textRank != nil && $0.words.count <= 3 } && nameSomething(names)
  }

  /// Whether one of the names is that of an author, a time or a direction.
  private static func nameSomething(_ names: [String]) -> Bool {
    names.map(FieldName.init).contains { field in
      field.words.count <= 4
        && (field.senderStrength != nil || field.isTime || field.sureDirection != nil)
    }
  }
}
