/// Fields that are true or false, and roles of people that are not the sender.
extension FieldName {
  /// Whether a value is true or false, so that it is nobody's name.
  static func isFlag(_ value: String) -> Bool {
    ["true", "false"].contains(value.lowercased())
  }

  /// Whether a value of true or false, or of 0 or 1, says nothing about whose a text is: `pinned`, `hard_mode`.
  ///
  /// Any other one, such as `left` or `shared`, may say that the text is somebody else's.
  var isHarmlessFlag: Bool {
    words.contains { !Self.auxiliaries.contains($0) }
      && words.allSatisfy { Self.harmlessFlags.contains($0) || Self.auxiliaries.contains($0) }
  }

  /// Whether the value is a number of something, which may be 0 or 1 by chance.
  var isCount: Bool {
    isID || isPlace || words.contains { Self.counts.contains($0) }
  }

  private static let auxiliaries: Set<String> = ["is", "has", "was", "can", "did", "all", "in"]
  private static let harmlessFlags = OrdinaryWords.set(
    """
    pinned archived archive trashed trash deleted starred star favorite favourite favorited fav flagged important
    read unread seen checked done completed complete finished solved win won lost failed fail success successful
    perfect hard mode hardmode easy edited draft synced sync encrypted locked protected public private visible
    hidden enabled active open closed expired valid verified new bold todo task reminder muted silent bookmarked
    day html markdown image images photo photos attachment attachments media location timezone dst spoiler spoilers
    streak backup sensitive test debug bot premium played hints hint practice daily unlimited collapsed editable
    truncated plain marked resolved
    """)
  private static let counts = OrdinaryWords.set(
    """
    count counts attempts attempt guesses guess tries try score points streak rank level index order position nr no
    number size length version hints hint duration seconds minutes time puzzle puzzles game games day month year
    total wins losses mistakes errors moves rating stars likes views replies color latitude longitude lat lon
    progress max min page line row
    """)

  /// Whether the field names somebody who has done something else with a text than write it (`liked_by`,
  /// `exported_by`), or the owner of the program that keeps it (`account`).
  var isOtherRole: Bool {
    if let by = words.firstIndex(of: "by"), by > 0, !Self.authoring.contains(words[by - 1]) {
      return true
    }
    return words == ["account"]
  }

  /// Words before `by` in the name of a field with an author.
  private static let authoring = OrdinaryWords.set(
    """
    sent posted written created authored said submitted typed composed published played message messages msg
    comment text post tweeted spoken texted solved completed done won finished achieved result score made entry
    user is spoke wrote tweet share
    """)

  /// Whether a key holds a post that the message passes on: `shared_post`, `source_message`.
  static func isSharedPost(_ key: String) -> Bool {
    let words = words(key)
    guard words.count > 1, let last = words.last, posts.contains(last) else { return false }
    return words.dropLast().contains(where: passing.contains)
  }

  private static let posts: Set<String> = [
    "post", "message", "msg", "status", "tweet", "item", "story", "content", "note", "share",
    "comment", "entry", "text", "body",
  ]
  private static let passing: Set<String> = [
    "shared", "source", "reposted", "repost", "retweet", "liked", "linked", "cited", "copied",
    "origin", "saved", "bookmarked", "included", "attached", "nested", "inner", "related",
    "crosspost", "base", "other", "their", "boosted", "boost", "citing", "root",
  ]
}
