/// The files of a tree in ascending order of their paths, each with the place where it is found.
struct SortedPaths<Place: Sendable>: Sendable {
  let paths: [String]
  private let places: [Place]

  /// - Parameter found: Of several with the same path, the first counts.
  init(_ found: [(path: String, place: Place)]) {
    let order = found.indices.sorted { left, right in
      let (first, second) = (found[left].path, found[right].path)
      return precedes(first, second) || (left < right && !precedes(second, first))
    }
    var paths: [String] = []
    var places: [Place] = []
    for index in order {
      let (path, place) = found[index]
      if let last = paths.last, !precedes(last, path) { continue }
      paths.append(path)
      places.append(place)
    }
    self.paths = paths
    self.places = places
  }

  /// The place of a path, or `nil` when no file has it.
  subscript(path: String) -> Place? {
    var low = 0
    var high = paths.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(paths[middle], path) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < paths.count && !precedes(path, paths[low]) ? places[low] : nil
  }
}

/// Whether a part of a path may name something of the user's: not hidden, not `..`, not what macOS
/// adds to archives, not nothing.
func isOrdinary(pathPart: some StringProtocol) -> Bool {
  !pathPart.isEmpty && !pathPart.hasPrefix(".") && pathPart != "__MACOSX"
}

/// The order of strings. Two that only differ in how a letter is composed are two names.
private func precedes(_ left: String, _ right: String) -> Bool {
  if left != right { return left < right }
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}
