internal import CloudKitStorage
internal import Foundation

/// What the address of a request says.
struct RequestTarget: Hashable, Sendable {
  let container: String
  let environment: CloudKitStorage.Environment
  let database: DatabaseScope
  let endpoint: Endpoint

  /// Reads `/database/1/{container}/{environment}/{database}/{entity}/{action}`, where the action can have
  /// two parts, and `/device/1/{container}/{environment}/tokens/{action}`; `nil` for any other path.
  init?(path: String) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 7, parts[1] == "device", parts[5] == "tokens" {
      parts[1] = "database"
      parts.insert(DatabaseScope.private.rawValue, at: 5)
    }
    if parts.count == 9 { parts[7] += "/" + parts.removeLast() }
    guard parts.count == 8, parts[0].isEmpty, parts[1] == "database", parts[2] == "1",
      let container = parts[3].removingPercentEncoding,
      let environment = CloudKitStorage.Environment(rawValue: parts[4]),
      let database = DatabaseScope(rawValue: parts[5]),
      let endpoint = Endpoint(rawValue: parts[6] + "/" + parts[7])
    else { return nil }
    self.container = container
    self.environment = environment
    self.database = database
    self.endpoint = endpoint
  }
}

/// The items of an address after `?`. Of a repeated one the first counts.
struct QueryItems: Hashable, Sendable {
  private var items: [String: String] = [:]

  init(_ query: String) {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(parts[0]).removingPercentEncoding, items[name] == nil,
        let value = (parts.count == 2 ? String(parts[1]) : "").removingPercentEncoding
      else { continue }
      items[name] = value
    }
  }

  subscript(name: String) -> String? { items[name] }

  /// A token, of which clients that forget to encode `+` make one with blanks.
  func token(_ name: String) -> String? {
    guard let value = items[name], !value.isEmpty else { return nil }
    return value.replacing(" ", with: "+")
  }
}
