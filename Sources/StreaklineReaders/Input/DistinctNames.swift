/// Keeps people of the same name apart who have different ids in an export: who is met second is called
/// `Sam (U2)`. Without it one would get the other's results.
struct DistinctNames {
  /// More people than this are not remembered.
  private static let most = 100_000
  private var owners: [String: String] = [:]

  mutating func name(_ shown: String, of id: String) -> String {
    guard let owner = owners[shown] else {
      if owners.count < Self.most { owners[shown] = id }
      return shown
    }
    return owner == id ? shown : "\(shown) (\(id))"
  }
}
