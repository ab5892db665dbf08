/// `did you mean 'x'?` for the most similar known name, or `nil` when none is similar enough.
package func suggestion(for name: String, among known: [String]) -> String? {
  nearestName(to: name, among: known).map { "did you mean '\($0)'?" }
}

/// The most similar known name, or `nil` when none is similar enough.
package func nearestName(to name: String, among known: [String]) -> String? {
  let nearest = known.map { ($0, editDistance(name, $0)) }.min { $0.1 < $1.1 }
  guard let (candidate, distance) = nearest, distance <= max(1, name.count / 3) else { return nil }
  return candidate
}

/// Levenshtein distance: how many characters must be inserted, deleted or replaced.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right.prefix(64))
  var row = Array(0...right.count)
  for (index, character) in left.prefix(64).enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[right.count]
}
