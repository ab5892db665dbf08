internal import StreaklineStore

extension FeedModel {
  /// A change of a page, as the store must give it.
  struct Sent: Hashable {
    let id: String
    let version: Int64
    let content: Content
    let attempts: Int
  }

  /// An import or a correction that can be taken back.
  struct Undoable {
    let number: Int64
    let isImport: Bool
    /// What it has changed: the content before, and the version that it wrote.
    let before: [String: (content: Content, version: Int64)]
  }
}
