/// Divides records into requests.
enum BatchPlan {
  /// Splits records into requests that keep to the limits of a remote. A record that is larger than
  /// `maxBytes` gets a request of its own.
  ///
  /// - Parameters:
  ///   - sizes: The size of each record in bytes.
  ///   - maxRecords: At least 1.
  /// - Returns: Ranges of indices, in order.
  static func requests(sizes: [Int], maxRecords: Int, maxBytes: Int) -> [Range<Int>] {
    var requests: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for (index, size) in sizes.enumerated() {
      let isFull = index - start == maxRecords || bytes + size > maxBytes
      if isFull, index > start {
        requests.append(start..<index)
        start = index
        bytes = 0
      }
      bytes += size
    }
    return start < sizes.count ? requests + [start..<sizes.count] : requests
  }

  /// The two halves of a request that failed as a whole, to find the record that makes it fail;
  /// `nil` for a single record.
  static func halves(_ request: Range<Int>) -> (Range<Int>, Range<Int>)? {
    guard request.count > 1 else { return nil }
    let middle = request.lowerBound + request.count / 2
    return (request.lowerBound..<middle, middle..<request.upperBound)
  }
}
