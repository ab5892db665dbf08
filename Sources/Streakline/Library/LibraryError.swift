internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineStore

/// Why a call of the library failed. The description is a sentence that a person can act on; it
/// holds paths, never what somebody wrote in a message.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Sendable {
    /// There is no such file, or no store yet.
    case missing
    /// The input or the store is damaged, or of another format.
    case damaged
    /// A file cannot be read or written, or the disk is full.
    case inaccessible
    /// Another program keeps the store busy; try again.
    case busy
    /// A setting is wrong: a time zone, a format, a pipeline file.
    case configuration
  }

  public let kind: Kind
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  init(_ error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as StoreError: self.init(Self.kind(of: error), error.description)
    case let error as InputError: self.init(Self.kind(of: error), error.description)
    case let error as FileError: self.init(.inaccessible, error.description)
    default: self.init(.inaccessible, String(describing: error))
    }
  }

  private static func kind(of error: StoreError) -> Kind {
    switch error.exitCode {
    case 65: .damaged
    case 66: .missing
    case 75: .busy
    default: .inaccessible
    }
  }

  private static func kind(of error: InputError) -> Kind {
    if case .missing = error { return .missing }
    return error.isMalformed ? .damaged : .inaccessible
  }
}

/// Runs the body, and throws each of its errors as a ``LibraryError``. Only an error of the caller's
/// own closure, which comes wrapped in ``CallerError``, is thrown as it was.
func reportingLibraryErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as CallerError {
    throw error.underlying
  } catch {
    throw LibraryError(error)
  }
}

/// An error of a closure of the caller's, as it passes through the library.
struct CallerError: Error {
  let underlying: any Error
}
