/// The names in a chat of LINE's desktop program, which writes `08:03 Ann Miller text` with blanks only.
///
/// A name is known where the program wrote the rest of the line, as in `08:03 Ann Miller [Photo]`; where
/// a share directly follows one word; and where several lines start with the same words.
struct LineSpeakers {
  private static let mostWords = 5
  private static let mostNames = 5_000

  /// The names that are certain.
  private(set) var known: Set<String> = []
  /// The first words of lines, by the first one of them.
  private var starts: [String: Set<Start>] = [:]

  /// The start of a line, after the time.
  private struct Start: Hashable {
    /// At most ``mostWords``.
    let words: [String]
    /// How many words precede a share in the line; `nil` where none starts within these words.
    let share: Int?
  }

  /// Adds a line.
  ///
  /// - Parameter line: What follows the time.
  mutating func add(_ line: String, _ scan: CandidateScan) {
    if let name = Self.nameBeforeNotice(line) ?? Self.nameBeforeMedia(line) {
      if known.count < Self.mostNames { known.insert(name) }
      return
    }
    let start = Self.start(line, scan)
    guard let first = start.words.first else { return }
    if start.share == 1 { known.insert(first) }
    guard starts[first] != nil || starts.count < Self.mostNames else { return }
    starts[first, default: []].insert(start)
  }

  /// Draws the conclusions from all lines.
  mutating func finish() {
    for starts in starts.values {
      if let name = Self.commonName(Array(starts)) { known.insert(name) }
    }
    starts = [:]
  }

  /// The name at the start of a line.
  ///
  /// - Returns: `nil` where it is not certain.
  func name(_ line: String, _ scan: CandidateScan) -> String? {
    let start = Self.start(line, scan)
    let counts = (1...Self.mostWords).reversed()
    let length = counts.first {
      $0 <= start.words.count && known.contains(start.words.prefix($0).joined(separator: " "))
    }
    guard let length else { return nil }
    // In `Bo Martin Wordle …` the second word may belong to the name.
    if let share = start.share, share > length,
      PersonName.isName(start.words[length..<share].joined(separator: " "))
    {
      return nil
    }
    return start.words.prefix(length).joined(separator: " ")
  }

  /// The words with which several lines start, if they can be a name and nothing else.
  private static func commonName(_ starts: [Start]) -> String? {
    guard starts.count > 1, let first = starts.first else { return nil }
    var length = starts.map { $0.share ?? $0.words.count }.min() ?? 0
    for start in starts {
      length = zip(first.words.prefix(length), start.words).prefix { $0 == $1 }.count
    }
    let following = starts.map { $0.words.dropFirst(length).first }
    let isFollowed = starts.contains { $0.share == length }
    // `Bo Martin …` and `Bo Smith …` are two persons.
    let hasText = following.contains { $0?.first?.isLowercase == true }
    guard length > 0, isFollowed || hasText,
      starts.allSatisfy({ $0.share == nil || $0.share == length })
    else { return nil }
    let name = first.words.prefix(length).joined(separator: " ")
    return length == 1 || PersonName.isName(name) ? name : nil
  }

  /// Whether a line, without its time, starts with a share.
  static func isShare(_ line: String, _ scan: CandidateScan) -> Bool {
    let bytes = Array(line.utf8)
    return !scan.positions(in: bytes, 0..<min(bytes.count, 1)).isEmpty
  }

  private static func start(_ line: String, _ scan: CandidateScan) -> Start {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
      .prefix(mostWords + 1).map(String.init)
    let bytes = Array(line.utf8)
    var position = 0
    for (index, word) in words.enumerated() {
      if index > 0,
        scan.positions(in: bytes, position..<min(bytes.count, position + 1)).first != nil
      {
        return Start(words: Array(words.prefix(mostWords)), share: index)
      }
      position += word.utf8.count + 1
    }
    return Start(words: Array(words.prefix(mostWords)), share: nil)
  }

  // The words of the program.

  /// The name in a line such as `Ann unsent a message`; `nil` for a message.
  static func nameBeforeNotice(_ line: String) -> String? {
    let words = line.trimmingBlanks()
    guard let notice = notices.first(where: { words.hasSuffix($0) }) else { return nil }
    let name = words.dropLast(notice.count).trimmingBlanks()
    return name.isEmpty || name.utf8.count > 60 ? nil : String(name)
  }

  private static func nameBeforeMedia(_ line: String) -> String? {
    let words = line.trimmingBlanks()
    guard words.hasSuffix("]"), let open = words.lastIndex(of: "["),
      media.contains(words[open...].dropFirst().dropLast().lowercased())
    else { return nil }
    let name = words[..<open].trimmingBlanks()
    return name.isEmpty || name.utf8.count > 60 ? nil : String(name)
  }

  private static let notices = [
    "已收回訊息", "已收回訊息。", "已收回消息", "加入聊天", "已退出群組", "已退出群組。", "unsent a message.",
    "unsent a message", "joined the group.", "joined the chat.", "left the group.",
    "left the chat.", "がメッセージの送信を取り消しました", "がグループに参加しました。", "がグループを退会しました。",
  ]

  private static let media: Set<String> = [
    "貼圖", "照片", "影片", "檔案", "相簿", "記事本", "語音訊息", "聯絡資訊", "位置訊息", "禮物", "sticker",
    "stickers", "photo", "photos", "video", "videos", "file", "files", "album", "albums", "note",
    "notes", "voice message", "contact", "location", "gift", "スタンプ", "写真", "動画", "ファイル", "アルバム",
    "ノート", "ボイスメッセージ", "連絡先", "位置情報", "プレゼント", "스티커", "사진", "동영상", "파일", "สติกเกอร์",
    "รูป", "วิดีโอ",
  ]
}
