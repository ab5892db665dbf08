/// The files of a tree in ascending order of their paths, each with its location.
struct SortedPaths<Location: Sendable>: Sendable {
  let paths: [String]
  private let locations: [Location]

  /// - Parameter found: Of several files with the same path, the first is kept.
  init(_ found: [(path: String, location: Location)]) {
    let order = found.indices.sorted { left, right in
      let (first, second) = (found[left].path, found[right].path)
      return precedes(first, second) || (left < right && !precedes(second, first))
    }
    var paths: [String] = []
    var locations: [Location] = []
    for index in order {
      let (path, location) = found[index]
      if let last = paths.last, !precedes(last, path) { continue }
      paths.append(path)
      locations.append(location)
    }
    self.paths = paths
    self.locations = locations
  }

  /// The location of the file with a path; `nil` when there is none.
  subscript(path: String) -> Location? {
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
    return low < paths.count && !precedes(path, paths[low]) ? locations[low] : nil
  }
}

/// Whether a part of a path may be in the path of an ordinary file: not hidden, not `..`, not
/// empty, and not a name that macOS adds to archives.
func isOrdinary(pathPart: some StringProtocol) -> Bool {
  !pathPart.isEmpty && !pathPart.hasPrefix(".") && pathPart != "__MACOSX"
}

/// The order of strings; strings that are equal are ordered by their bytes, because two Unicode
/// spellings of one letter make two names.
private func precedes(_ left: String, _ right: String) -> Bool {
  if left != right { return left < right }
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}
