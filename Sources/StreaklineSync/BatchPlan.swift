/// Divides records into requests.
enum BatchPlan {
  /// Splits records into requests that keep to the limits of a remote. A record that is larger than
  /// `maxBytes` gets a request of its own.
  ///
  /// - Parameters:
  ///   - sizes: The size of each record in bytes.
  ///   - maxRecords: At least 1.
  ///   - joined: Indices of records that share a request with the next one, where there is room for
  ///     both.
  /// - Returns: Ranges of indices, in order.
  static func requests(
    sizes: [Int], maxRecords: Int, maxBytes: Int, joined: Set<Int> = []
  ) -> [Range<Int>] {
    var requests: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for (index, size) in sizes.enumerated() {
      let isFull = index - start == maxRecords || bytes + size > maxBytes
      if isFull, index > start {
        let isRoom = index - 1 > start && sizes[index - 1] + size <= maxBytes
        let end = isRoom && joined.contains(index - 1) ? index - 1 : index
        requests.append(start..<end)
        start = end
        bytes = sizes[end..<index].reduce(0, +)
      }
      bytes += size
    }
    return start < sizes.count ? requests + [start..<sizes.count] : requests
  }

  /// The two halves of a request that failed as a whole, to find the record that makes it fail;
  /// `nil` for a single record. Joined records stay together until they are alone.
  static func halves(
    _ request: Range<Int>, joined: Set<Int> = []
  ) -> (Range<Int>, Range<Int>)? {
    guard request.count > 1 else { return nil }
    var middle = request.lowerBound + request.count / 2
    if request.count > 2, joined.contains(middle - 1) {
      middle += middle - 1 > request.lowerBound ? -1 : 1
    }
    return (request.lowerBound..<middle, middle..<request.upperBound)
  }
}
