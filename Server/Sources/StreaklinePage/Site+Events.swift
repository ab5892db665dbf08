internal import Foundation
internal import Streakline

extension Site {
  /// Who asks to hear of changes; `nil` for somebody who may not.
  package func listener(_ request: PageRequest) -> PageHolder? {
    guard isOwn(request.host) else { return nil }
    return request.authorization == nil ? visitor(request) : holder(of: request)
  }

  /// What differs after each change of the store, also by another program: the times and sizes of its files.
  package var storeMark: [String] {
    ["", "-wal"].map { ending in
      let values = try? FileManager.default.attributesOfItem(atPath: store.path + ending)
      let time = values?[.modificationDate] as? Date
      let size = values?[.size] as? Int
      return "\(time?.timeIntervalSince1970 ?? 0) \(size ?? 0)"
    }
  }
}
