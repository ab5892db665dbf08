/// The changes of a pull, up to a limit.
struct LogPage {
  let zone: ZoneName
  let maximumLines: Int
  let maximumBytes: Int
  private(set) var records: [RemoteRecord] = []
  private(set) var deleted: [RemoteDeletion] = []
  private var lines = 0
  private var bytes = 0

  init(_ zone: ZoneName, maximumLines: Int, maximumBytes: Int) {
    self.zone = zone
    self.maximumLines = maximumLines
    self.maximumBytes = maximumBytes
  }

  var isFull: Bool { lines >= maximumLines || bytes >= maximumBytes }

  mutating func add(_ entry: LogEntry, sizeBytes: Int) {
    lines += 1
    bytes += sizeBytes
    switch entry {
    case .record(let record) where record.zone == zone: records.append(record)
    case .deletion(let deletion) where deletion.zone == zone: deleted.append(deletion)
    case .record, .deletion, .start, .seal, .unknown: break
    }
  }
}
