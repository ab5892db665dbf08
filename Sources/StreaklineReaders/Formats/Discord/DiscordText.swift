/// Rules that the text forms of DiscordChatExporter share.
enum DiscordText {
  /// Whether Discord itself wrote a text: a join, a call, a pin.
  static func isNotice(_ text: ArraySlice<UInt8>) -> Bool {
    guard mayBeNotice(text.first), text.count <= 200 else { return false }
    let text = String(decoding: text, as: UTF8.self)
    if sentences.contains(text) { return true }
    return !text.contains("\n")
      && frames.contains { start, end in
        text.hasPrefix(start) && text.dropFirst(start.count).hasSuffix(end)
      }
  }

  /// - Parameter first: The first byte of a text.
  static func mayBeNotice(_ first: UInt8?) -> Bool {
    first.map(initials.contains) ?? false
  }

  private static let sentences: Set = [
    "Joined the server.", "Pinned a message.", "Started a thread.", "Changed the channel icon.",
    "Changed the channel name.", "Added a recipient.", "Removed a recipient.", "Left the group.",
  ]
  /// The starts and ends of Discord's own texts, with a name or a number between them.
  private static let frames = [
    ("Changed the channel name: ", ""), ("Added ", " to the group."),
    ("Removed ", " from the group."), ("Started a call that lasted ", " minutes."),
  ]
  private static let initials = Array("JPSCARL".utf8)

  /// The name as people see it: without the number that names had until 2023, `alice#1234`.
  static func displayName(_ name: ArraySlice<UInt8>) -> String {
    let tail = name.suffix(5)
    let isNumbered =
      name.count > 5 && tail.first == UInt8(ascii: "#")
      && tail.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    return String(decoding: isNumbered ? name.dropLast(5) : name, as: UTF8.self)
  }
}
