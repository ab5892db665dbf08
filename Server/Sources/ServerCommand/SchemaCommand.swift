internal import ArgumentParser
internal import CloudKitCore
internal import CloudKitStorage

/// `streaklined schema`
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Show a schema, and deploy it to production.",
    subcommands: [Show.self, Deploy.self])

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print each field: type, field, kind, indexes. The server must not run.")
    @OptionGroup var data: DataOption
    @Argument var container: String
    @Flag(help: "The schema of production, not that of development.") var production = false

    func run() async throws {
      let lock = try FolderLock(folder: data.path)
      let folder = try DataFolder(data.path)
      let store = try folder.known(container, production ? .production : .development)
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
      abstract: "Add development's types and fields to production. The server must not run.")
    @OptionGroup var data: DataOption
    @Argument var container: String

    func run() async throws {
      let lock = try FolderLock(folder: data.path)
      let folder = try DataFolder(data.path)
      let developed = try folder.known(container, .development).schema
      try await folder.known(container, .production).deploy(developed)
      withExtendedLifetime(lock) {}
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
