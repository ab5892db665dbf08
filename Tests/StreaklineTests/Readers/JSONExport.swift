import StreaklineReaders

/// The formats that hold a chat as JSON.
enum JSONExport: CaseIterable, Sendable {
  case telegram, discord, slack, messenger, signal

  func reader(
    _ source: ByteSource, options: ReaderOptions = .init(), scan: CandidateScan = .atWordle
  ) -> any MessageReader {
    switch self {
    case .telegram: TelegramReader(source, options: options, scan: scan)
    case .discord: DiscordReader(source, options: options, scan: scan)
    case .slack: SlackReader(source, options: options, scan: scan)
    case .messenger: MessengerReader(source, options: options, scan: scan)
    case .signal: SignalJSONReader(source, options: options, scan: scan)
    }
  }

  func recognises(_ head: [UInt8]) -> Bool {
    switch self {
    case .telegram: TelegramReader.recognises(head)
    case .discord: DiscordReader.recognises(head)
    case .slack: SlackReader.recognises(head)
    case .messenger: MessengerReader.recognises(head)
    case .signal: SignalJSONReader.recognises(head)
    }
  }

  /// The formats that recognise an input with this start.
  static func recognising(_ head: [UInt8]) -> [JSONExport] {
    allCases.filter { $0.recognises(head) }
  }
}
