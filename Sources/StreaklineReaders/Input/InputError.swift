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
  /// The dates of a chat can be read in two ways, such as 3/6/18, and nothing in the chat decides.
  case undecidedDateOrder(String, example: String)

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
    case .undecidedDateOrder(let name, let example):
      "\(name): nothing says whether \(example) is day or month first"
    }
  }

  /// Whether the input can be read but is not in its format.
  package var isMalformed: Bool {
    switch self {
    case .malformed, .undecidedDateOrder: true
    default: false
    }
  }

  /// Whether the input is missing or may not be read, as opposed to failing while it is read.
  package var isNoInput: Bool {
    switch self {
    case .missing, .isFolder, .notPermitted: true
    case .unreadable, .interrupted, .malformed, .undecidedDateOrder: false
    }
  }
}
