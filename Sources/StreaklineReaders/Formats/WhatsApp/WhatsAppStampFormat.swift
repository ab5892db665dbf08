/// How an export writes date and time: what is the same in all lines of one file.
///
/// A line of another format is usually part of a message: something copied from another chat.
struct WhatsAppStampFormat: Hashable {
  /// The sign between the time and the name.
  enum Closing {
    /// `[…] `, by iOS.
    case bracket
    /// ` - `, by Android.
    case dash
    /// `: `, by iOS until about 2017.
    case colon
    /// A blank alone.
    case blank
  }

  enum Year {
    /// Four digits, before month and day.
    case first
    /// Four digits, after day and month.
    case last
    /// Two digits, which may be first or last.
    case short
    /// None, in messages copied on a phone.
    case none
  }

  enum DayPeriodPlace {
    case none, before, after
  }

  var closing = Closing.blank
  var year = Year.none
  /// `/`, `.` or `-`.
  var separator: UInt8 = 0
  /// Whether a blank follows the separator, as in `13. 6. 2018.`.
  var isSpaced = false
  /// Whether there is a comma between date and time.
  var hasComma = false
  /// Whether the time is before the date: in Vietnamese, and in messages copied from the web app.
  var isTimeFirst = false
  /// `:`, `.` or `h`.
  var timeSeparator: UInt8 = 0
  var hasSeconds = false
  var dayPeriod = DayPeriodPlace.none

  /// Whether ordinary text often has this format: `03/04/2024 10:30 lunch: soup`.
  var isWeak: Bool {
    closing == .colon || closing == .blank
  }
}
