internal import ArgumentParser
internal import CloudKitStorage
internal import Foundation

/// `streaklined key`
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Add, list and remove server-to-server keys.",
    subcommands: [Add.self, List.self, Remove.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a public key and print its id, which clients send with what they sign.",
      discussion: """
        With a key a program reads and writes the public database. Make one so:
          openssl ecparam -name prime256v1 -genkey -noout -out private.pem
          openssl ec -in private.pem -pubout -out public.pem
        """)
    @OptionGroup var data: DataOption
    @Option var container: String
    @Option(help: "A file with the public key (PEM, P-256).") var publicKey: String
    @OptionGroup var output: OutputOption

    func run() async throws {
      guard let file = FileHandle(forReadingAtPath: publicKey) else {
        throw StorageError("\(publicKey) cannot be read")
      }
      let bytes = try file.read(upToCount: 16 << 10) ?? Data()
      let id = try data.accounts().addKey(
        container: container, pem: String(decoding: bytes, as: UTF8.self),
        now: currentMilliseconds())
      output.show(("id", id))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List keys: id, container, day on which each was added.")
    @OptionGroup var data: DataOption
    @OptionGroup var output: OutputOption

    func run() async throws {
      for key in try data.accounts().keys() {
        let date = Date(timeIntervalSince1970: Double(key.createdAt) / 1_000)
        let day = date.formatted(.iso8601.year().month().day())
        output.show(("id", key.id), ("container", key.container), ("addedOn", day))
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a key at once, also on a server that runs. The records stay.")
    @OptionGroup var data: DataOption
    @Argument(help: "The key's id, from key list.") var id: String

    func run() async throws {
      try data.accounts().removeKey(id)
    }
  }
}
