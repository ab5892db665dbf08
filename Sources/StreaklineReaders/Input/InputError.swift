#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Why an input cannot be read.
package enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(String)
  case isFolder(String)
  case notPermitted(String)
  case unreadable(String, reason: String)
  /// A signal arrived while the program waited for input.
  case interrupted(String)
  /// The input is not in the format that it seems to have or that the caller named.
  case malformed(String, reason: String)
  /// Shares are in it, and whose they are cannot be told from its fields.
  case unclear(String, Unclear)
  /// Several senders' messages are in it, in a form that no reader knows.
  case unknownChat(String, line: Int)
  /// A text without names has several results of one puzzle, which cannot all be one person's.
  case severalAuthors(String, line: Int)
  /// A word beside several shares may say whose one of them is.
  case unclearWord(String, String, line: Int)

  /// What was seen of structured data.
  package struct Unclear: Hashable, Sendable {
    /// Such as `JSON`.
    package var structure: String
    package var reason: String
    /// Fields of which one may be the sender.
    package var senders: [String] = []
    /// Other fields, of which one may be the sender although its name does not say so.
    package var others: [String] = []
    /// Fields that have shares each, where nothing says which of them is meant.
    package var texts: [String] = []
    /// What the messages may have that the caller sent, each as `FIELD=VALUE`.
    package var sent: [[String]] = []
    /// Whether the data has fields that the caller can name.
    package var hasFields = false
    package var text: String?
    package var time: String?
  }

  /// - Parameter code: A value of `errno`.
  package init(name: String, code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .missing(name)
      case EISDIR: .isFolder(name)
      case EACCES, EPERM: .notPermitted(name)
      case EINTR: .interrupted(name)
      default: .unreadable(name, reason: unsafe String(cString: strerror(code)))
      }
  }

  /// The error and, where possible, what to do, in a sentence.
  package var description: String {
    switch self {
    case .missing(let name): "\(name): no such file"
    case .isFolder(let name): "\(name): is a folder; name the files in it"
    case .notPermitted(let name): "\(name): no permission to read it"
    case .interrupted(let name): "\(name): interrupted"
    case .unreadable(let name, let reason): "\(name): cannot be read: \(reason)"
    case .malformed(let name, let reason): "\(name): \(reason)"
    case .unclear(let name, let what):
      "\(name): this is \(what.structure), and \(what.reason)"
    case .unknownChat(let name, let line):
      "\(name):\(line): this looks like a message of somebody else in a chat, and its form is unknown"
    case .severalAuthors(let name, let line):
      "\(name):\(line): this is another result of a puzzle that is there already; one of them looks like somebody else's"
    case .unclearWord(let name, let word, let line):
      "\(name):\(line): “\(word)” may say whose result this is"
    }
  }

  /// Whether the input can be read but is not in its format.
  package var isMalformed: Bool {
    switch self {
    case .malformed, .unknownChat, .severalAuthors, .unclearWord, .unclear: true
    default: false
    }
  }

  /// Whether the input is missing or may not be read, as opposed to failing while it is read.
  package var isNoInput: Bool {
    switch self {
    case .missing, .isFolder, .notPermitted: true
    case .unreadable, .interrupted, .malformed, .unknownChat, .severalAuthors, .unclearWord,
      .unclear:
      false
    }
  }
}
