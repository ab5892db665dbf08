internal import StreaklineCore

/// A mail, or a part of one: header fields, an empty line, and a body (RFC 5322, section 2; RFC 2046, section 5).
struct MailPart {
  /// Parts within parts beyond this depth are not read.
  private static let deepest = 8

  /// Names in small letters, and values without line breaks.
  private let fields: [(name: String, value: String)]
  let body: ArraySlice<UInt8>

  /// - Parameter bytes: With LF as line breaks.
  init(_ bytes: ArraySlice<UInt8>) {
    var fields: [(name: String, value: String)] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let line = bytes[start..<end]
      start = min(end + 1, bytes.endIndex)
      if line.isBlank { break }
      let text = String(decoding: line, as: UTF8.self)
      if line.first == 0x20 || line.first == 0x09 {
        // Continuation of the field on the line before.
        if let last = fields.indices.last { fields[last].value += " " + text.trimmingBlanks() }
      } else if let colon = text.firstIndex(of: ":") {
        fields.append(
          (
            text[..<colon].trimmingBlanks().lowercased(),
            String(text[text.index(after: colon)...].trimmingBlanks())
          ))
      }
    }
    self.fields = fields
    body = bytes[start...]
  }

  /// The value of the first field of a name in small letters.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// How many fields have the name.
  func count(of name: String) -> Int { fields.count { $0.name == name } }

  /// What is in the body.
  struct Content {
    /// The plain text, with the parts one below the other.
    var text: [UInt8] = []
    /// What is no plain text of the sender's own: pages, attachments, and mails that were passed on.
    var others: [[UInt8]] = []
    /// Why a plain text cannot be read.
    var problem: String?
  }

  var content: Content {
    var content = Content()
    add(to: &content, depth: 0)
    return content
  }

  private func add(to content: inout Content, depth: Int) {
    let type = (self["content-type"] ?? "text/plain").lowercased()
    let disposition = (self["content-disposition"] ?? "").lowercased()
    if type.hasPrefix("multipart/"), depth < Self.deepest {
      guard let boundary = parameter("boundary", of: "content-type") else {
        content.problem = "it says that it has parts, and not where they start"
        return
      }
      for part in parts(boundary) { MailPart(part).add(to: &content, depth: depth + 1) }
      return
    }
    let encoding = self["content-transfer-encoding"] ?? ""
    let decoded = MailText.decoded(Array(body), encoding: String(encoding.trimmingBlanks()))
    guard type.hasPrefix("text/plain") || type.hasPrefix("text;") || type == "text",
      !disposition.hasPrefix("attachment"), content.text.isEmpty || !hasFileName
    else {
      // What is no text holds no share.
      if type.hasPrefix("text/") || type.hasPrefix("message/") {
        content.others.append(decoded ?? [])
      }
      return
    }
    guard let decoded else {
      content.problem = "its encoding “\(encoding)” is not known"
      return
    }
    let charset = parameter("charset", of: "content-type") ?? ""
    guard let text = MailText.text(decoded, charset: charset) else {
      content.problem = "its characters “\(charset)” are not known"
      return
    }
    if !content.text.isEmpty { content.text.append(0x0A) }
    content.text += text
  }

  /// Whether the part is a file that somebody has added to the text.
  private var hasFileName: Bool {
    parameter("name", of: "content-type") != nil
      || parameter("filename", of: "content-disposition") != nil
  }

  /// The bytes between the lines `--boundary`.
  private func parts(_ boundary: String) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var partStart: Int?
    var start = body.startIndex
    while start < body.endIndex {
      let end = body[start...].firstIndex(of: 0x0A) ?? body.endIndex
      let line = body[start..<end]
      if line.starts(with: mark) {
        let rest = line.dropFirst(mark.count)
        let isLast = rest.starts(with: "--".utf8)
        if isLast || rest.isBlank {
          if let partStart { parts.append(body[partStart..<max(partStart, start)]) }
          partStart = isLast ? nil : min(end + 1, body.endIndex)
          if isLast { break }
        }
      }
      start = end + 1
    }
    if let partStart { parts.append(body[partStart...]) }
    return parts
  }

  /// The value of a parameter of a field: `charset` in `text/plain; charset="utf-8"`.
  private func parameter(_ name: String, of field: String) -> String? {
    guard let value = self[field] else { return nil }
    for part in value.split(separator: ";").dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].trimmingBlanks().lowercased() == name else { continue }
      let text = sides[1].trimmingBlanks()
      return text.hasPrefix("\"") ? String(text.dropFirst().prefix { $0 != "\"" }) : String(text)
    }
    return nil
  }
}
