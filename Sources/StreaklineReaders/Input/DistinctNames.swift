internal import StreaklineCore

/// Keeps people apart who have the same name but different ids in an export: the second one is
/// called `Sam (U2)`. Otherwise one would get the other's results.
struct DistinctNames {
  /// Beyond these limits names are no longer remembered. Then every new person has an id after the
  /// name.
  private static let maxNames = 100_000
  private static let maxBytes = 16 << 20
  private static let maxSuffix = 64
  private var owners: [String: String] = [:]
  /// Names that several people have.
  private var shared: Set<String> = []
  private var size = 0

  /// - Parameters:
  ///   - shown: The name that the export shows.
  ///   - id: The person's id there; `nil` when there is none.
  mutating func name(_ shown: String, of id: String?) -> String {
    let owner = id ?? ""
    let suffix = Self.suffix(id)
    var name = shown
    while let other = owners[name], other != owner {
      if shared.count < Self.maxNames { shared.insert(name) }
      name += suffix
    }
    if owners[name] == owner { return name }
    guard owners.count < Self.maxNames, size < Self.maxBytes else {
      return name.hasSuffix(suffix) ? name : name + suffix
    }
    owners[name] = owner
    size += name.utf8.count + owner.utf8.count
    return name
  }

  /// The name of somebody whose id is not known; `nil` where several people have the name.
  func only(_ shown: String) -> String? {
    shared.contains(shown) ? nil : shown
  }

  /// An id that could be mistaken for a part of a name is replaced by a digest.
  private static func suffix(_ id: String?) -> String {
    guard let id else { return " (no id)" }
    let isPlain =
      id.utf8.count <= maxSuffix
      && id.utf8.allSatisfy { byte in
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte &- 0x30 < 10 || byte == 0x2D
          || byte == 0x5F
      }
    return " (\(isPlain ? id : UniqueID(namespace: .streakline, name: id).description))"
  }
}
