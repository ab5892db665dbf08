internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineRules
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

  /// What helps a user of the program.
  package enum Remedy: Hashable, Sendable {
    /// Other permissions of the store's file, or another place for it.
    case permissions
    /// Another file as the store.
    case otherStore
    /// Another path of the store, or a first import.
    case firstImport
    case words(String)
  }

  /// What a program decides by: after ``Kind/busy``, for example, it tries again.
  public let kind: Kind
  /// What happened and where, in English, for the user. Do not compare it; it may change.
  public let description: String
  /// The exit code of the command line (sysexits).
  package let exitCode: Int32
  package let remedy: Remedy?

  init(
    _ kind: Kind, _ description: String, exitCode: Int32? = nil, _ remedy: Remedy? = nil
  ) {
    (self.kind, self.description) = (kind, description)
    (self.exitCode, self.remedy) = (exitCode ?? Self.exitCode(of: kind), remedy)
  }

  private static func exitCode(of kind: Kind) -> Int32 {
    switch kind {
    case .damaged: 65
    case .missing: 66
    case .inaccessible: 74
    case .busy: 75
    case .configuration: 78
    }
  }

  init(_ error: any Error) {
    self =
      LibraryError(known: error) ?? LibraryError(.inaccessible, String(describing: error))
  }

  /// An error of the store, of an input or of a file; `nil` for any other.
  package init?(known error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as StoreError:
      self.init(
        Self.kind(of: error), error.description, exitCode: error.exitCode, Self.remedy(of: error))
    case let error as RuleFileError:
      self.init(
        error.isMissing ? .missing : .inaccessible, error.description,
        error.help.map(Remedy.words))
    case let error as InputError: self.init(Self.kind(of: error), error.description)
    case let error as FileError: self.init(.inaccessible, error.description)
    default: return nil
    }
  }

  private static func remedy(of error: StoreError) -> Remedy? {
    switch error {
    case .cannotWrite: .permissions
    case .foreign: .otherStore
    case .missing: .firstImport
    default: nil
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
