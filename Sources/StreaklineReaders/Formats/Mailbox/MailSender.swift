internal import StreaklineCore

/// Who sent a mail, as its field `From` says it: `Ann Lee <ann@example.org>`, `ann@example.org (Ann Lee)`, and `ann at
/// example.org (Ann Lee)` of archives of mailing lists.
struct MailSender {
  /// The name, or the address where there is none.
  let name: String
  /// In small letters; `nil` where the field has none.
  let address: String?

  /// - Parameters:
  ///   - field: The value of the field.
  ///   - isOfList: Whether a mailing list has sent it on; some write their own name after the sender's.
  /// - Returns: `nil` where it names nobody, or several people.
  init?(_ field: String, isOfList: Bool) {
    let field = MailText.words(field)
    var (name, address): (Substring, Substring)
    if let start = field.lastIndex(of: "<"), let end = field[start...].firstIndex(of: ">") {
      guard field.count(where: { $0 == "<" }) == 1 else { return nil }
      (name, address) = (field[..<start], field[field.index(after: start)..<end])
    } else if let start = field.firstIndex(of: "("), field.last == ")" {
      address = field[..<start]
      name = field[field.index(after: start)...].dropLast()
    } else {
      guard field.count(where: { $0 == "@" }) < 2 else { return nil }
      (name, address) = ("", field[...])
    }
    // Google Groups writes `'Ann Lee' via Puzzles`, and the group's address.
    if let end = name.firstRange(of: "' via "), let start = name.firstIndex(of: "'"),
      start < end.lowerBound, name[..<start].allSatisfy({ $0 == "\"" || $0 == " " })
    {
      name = name[name.index(after: start)..<end.lowerBound]
      address = ""
    }
    name = Self.unquoted(name)
    if isOfList, let via = name.firstRange(of: " via ") { name = name[..<via.lowerBound] }
    address = address.trimmingBlanks()
    let known = address.replacing(" at ", with: "@").lowercased()
    self.address = known.contains("@") ? known : nil
    // Some programs write the address as the name.
    let shown = name.isEmpty ? Substring(self.address ?? String(address)) : name
    guard !shown.isEmpty else { return nil }
    self.name = String(shown)
  }

  private static func unquoted(_ name: Substring) -> Substring {
    var name = name.trimmingBlanks()
    for (open, close) in [("\"", "\""), ("'", "'")]
    where name.count > 1 && name.hasPrefix(open) && name.hasSuffix(close) {
      name = name.dropFirst().dropLast().trimmingBlanks()
    }
    return Substring(name.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
  }
}
