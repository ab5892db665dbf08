internal import ArgumentParser
internal import CloudKitCore
internal import CloudKitStorage
internal import Foundation

/// `streaklined schema`
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Show a schema, and deploy it to production.",
    subcommands: [Show.self, Deploy.self])

  /// How a schema is shown.
  enum Output: String, ExpressibleByArgument { case text, json }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print each field: type, field, kind, indexes. The server must not run.")
    @OptionGroup var data: DataOption
    @Argument var container: String
    @Flag(help: "The schema of production, not that of development.") var production = false
    @Option(help: "text, or json as schema deploy --from reads it.") var output = Output.text

    func run() async throws {
      let lock = try FolderLock(folder: data.path)
      let folder = try DataFolder(data.path)
      let store = try folder.known(container, production ? .production : .development)
      if output == .json { return print(store.schema.fileText) }
      for (type, fields) in store.schema.types.sorted(by: { $0.key < $1.key }) {
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
          let indexes = [(field.isQueryable, "queryable"), (field.isSortable, "sortable")]
          let words = indexes.filter(\.0).map(\.1).joined(separator: " ")
          print([type, name, field.kind.tag, words].joined(separator: "\t"))
        }
      }
      withExtendedLifetime(lock) {}
    }
  }

  struct Deploy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add types and fields to production. The server must not run.",
      discussion: """
        They are those of development, or of a file. A field that production has keeps its kind, and gets \
        the indexes that are said here.
        """)
    @OptionGroup var data: DataOption
    @Argument var container: String
    @Option(help: "A file as schema show --output json prints it.") var from: String?

    func run() async throws {
      let lock = try FolderLock(folder: data.path)
      let folder = try DataFolder(data.path)
      let added =
        if let from { try Self.schema(from: from) } else {
          try folder.known(container, .development).schema
        }
      try await folder.known(container, .production).deploy(added)
      withExtendedLifetime(lock) {}
    }

    private static func schema(from path: String) throws -> Schema {
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw StorageError("\(path) cannot be read")
      }
      let bytes = try file.read(upToCount: Schema.largestFile + 1) ?? Data()
      do {
        return try Schema(file: Array(bytes))
      } catch {
        throw StorageError("\(path): \(error.reason)")
      }
    }
  }
}

extension DataFolder {
  /// The records of a container that was created.
  fileprivate func known(_ container: String, _ environment: Environment) throws -> ContainerStore {
    guard try accounts.containers().contains(container) else {
      throw StorageError("there is no container '\(container)'")
    }
    return try store(container, environment)
  }
}
