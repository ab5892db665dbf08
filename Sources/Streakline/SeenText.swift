internal import StreaklineRules
internal import Synchronization

/// The longest text of a short input that was searched for shares, so that the end of an import without any can say
/// what it looks like.
package final class SeenText: Sendable {
  /// No share is longer.
  private static let maximumSize = 16_384
  /// An input of more texts is a history, and no share.
  private static let maximumTexts = 64
  private let isTooLong = Atomic(false)
  private let longest = Mutex<(text: [UInt8], count: Int)>(([], 0))

  package init() {}

  /// `nil` when there was no text, or a long one, or many.
  private var text: String? {
    guard !isTooLong.load(ordering: .relaxed) else { return nil }
    let bytes = longest.withLock { $0.text }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text looks like a share, perhaps of a game without a rule.
  package var looksLikeShare: Bool { text.map(RuleDraft.looksLikeShare) ?? false }

  func note(_ text: [UInt8], _ range: Range<Int>) {
    guard !isTooLong.load(ordering: .relaxed) else { return }
    longest.withLock { longest in
      longest.count += 1
      if text.count > Self.maximumSize || longest.count > Self.maximumTexts {
        isTooLong.store(true, ordering: .relaxed)
        longest.text = []
      } else if range.count > longest.text.count {
        longest.text = Array(text[range])
      }
    }
  }
}
