internal import StreaklineCore

/// Finds the order of day and month in the dates of an export.
struct DiscordDateOrder {
  /// How many bytes are searched for dates that decide the order: more only if fewer do not
  /// suffice.
  private static let sizes = [65_536, 1_048_576, 16_777_216]

  /// The dates, read in one order.
  private struct Reading {
    /// How many dates exist only in this order.
    var only = 0
    private var last: Instant?
    private var isRising = true
    private var isFalling = true

    mutating func add(_ time: Instant) {
      if let last {
        isRising = isRising && time >= last
        isFalling = isFalling && time <= last
      }
      last = time
    }

    /// Whether the dates only rise or only fall, as those of an export do.
    var isOrdered: Bool { isRising || isFalling }
  }

  private var dayFirst = Reading()
  private var monthFirst = Reading()
  /// The first date that is another day in the other order.
  private var example: String?
  private var isKnown = false
  private var isUnknown = false
  private let name: String
  private let given: DateOrder?

  /// Reads an input from its start, as far as is needed to decide.
  ///
  /// - Parameter dates: Finds the dates in them.
  init(
    _ source: ByteSource, options: ReaderOptions, _ dates: ([UInt8]) -> [ArraySlice<UInt8>]
  ) throws(InputError) {
    name = source.name
    given = options.dateOrder == .yearFirst ? nil : options.dateOrder
    var known = 0
    for size in Self.sizes {
      let head = try source.head(size)
      let found = dates(head)
      for date in found.dropFirst(known) {
        add(date)
      }
      known = found.count
      let isDecided = given != nil || example == nil || byNumbers != nil
      if isKnown && isDecided || head.count < size { return }
    }
  }

  /// The order in which the dates are to be read; `nil` when it does not matter or nothing decides.
  var decided: DateOrder? { given ?? byNumbers ?? (example == nil ? nil : byRun) }

  /// Whether there are dates, and all of them in an unknown form.
  var isForeign: Bool { isUnknown && !isKnown }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    guard let date = DiscordDate(text) else {
      // Day, year, hour and minute are numbers in all languages, so four numbers are a date.
      isUnknown = isUnknown || text.split { !(0x30...0x39).contains($0) }.count >= 4
      return
    }
    isKnown = true
    guard date.isOpen else { return }
    let times = [DateOrder.dayFirst, .monthFirst].map { date.time($0)?.instant(in: .utc) }
    guard let day = times[0], let month = times[1] else {
      dayFirst.only += times[0] == nil ? 0 : 1
      monthFirst.only += times[1] == nil ? 0 : 1
      example = example ?? String(decoding: text, as: UTF8.self)
      return
    }
    if day != month { example = example ?? String(decoding: text, as: UTF8.self) }
    dayFirst.add(day)
    monthFirst.add(month)
  }

  /// The order that numbers above 12 show.
  private var byNumbers: DateOrder? {
    if dayFirst.only == monthFirst.only { return nil }
    return dayFirst.only > monthFirst.only ? .dayFirst : .monthFirst
  }

  /// The only order in which the dates rise or fall without exception.
  private var byRun: DateOrder? {
    if dayFirst.isOrdered == monthFirst.isOrdered { return nil }
    return dayFirst.isOrdered ? .dayFirst : .monthFirst
  }
}
