internal import Streakline
internal import StreaklineCore

extension CommandFailure {
  /// An error of the library in the words of the command line, with the option or the command that helps.
  ///
  /// - Returns: `nil` for an error that no command expects.
  init?(known error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as AmbiguousName: self.init(error)
    case let error as UnknownDocumentType: self.init(error)
    case let error as StoredDocuments.Mistake: self.init(error)
    default:
      guard let error = LibraryError(known: error) else { return nil }
      self.init(error.exitCode, error.description, help: error.remedy.map(Self.words))
    }
  }

  private static func words(_ remedy: LibraryError.Remedy) -> String {
    switch remedy {
    case .permissions: "change its permissions, or choose another place with --store"
    case .otherStore: "choose another file with --store"
    case .firstImport:
      "name the store with --store, or import something first: streakline chat.txt"
    case .words(let words): words
    }
  }

  private init(_ error: AmbiguousName) {
    let maximumNames = 10
    let names = error.names.prefix(maximumNames).map { "'\($0)'" }.joined(separator: ", ")
    let noun = error.type.map { "documents of the type \($0)" } ?? "results"
    self.init(
      ExitCodes.usage, "'\(error.text)' names \(error.names.count) \(noun)",
      help: "name one of \(names)\(error.names.count > maximumNames ? ", …" : "")")
  }

  private init(_ error: UnknownDocumentType) {
    if error.isOfResults {
      self.init(
        ExitCodes.usage, "'\(error.name)' is a type of results, not of documents",
        help: "streakline results lists, adds and edits them")
      return
    }
    // A broken pipeline file may be the one that declares the type.
    error.problems.forEach(Output.problem)
    let spaced = error.known.filter { $0.hasSuffix("." + error.name) }
    let help =
      spaced.isEmpty
      ? suggestion(for: error.name, among: error.known) ?? "streakline list shows the types"
      : "say whose: \(spaced.joined(separator: " or "))"
    self.init(
      error.problems.isEmpty ? ExitCodes.nothing : ExitCodes.configuration,
      "there is no document type '\(error.name)'", help: help)
  }

  private init(_ mistake: StoredDocuments.Mistake) {
    switch mistake {
    case .nameTooLong(let most):
      self.init(
        ExitCodes.usage, "a document's name has at most \(most) bytes",
        help: "choose a shorter one")
    case .controlCharacterInName:
      self.init(
        ExitCodes.usage, "a document's name has no control characters", help: "choose another one")
    case .tooLarge(let size, let most):
      self.init(
        ExitCodes.data,
        "the document would have \(withThousandsSeparators(size)) bytes; nothing was stored",
        help: "a document has at most \(withThousandsSeparators(most)) bytes (1 MB)")
    }
  }
}
