internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension Pipelines {
  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Switch a pipeline on again.",
      discussion: """
        What was stored meanwhile is delivered with the next sync. The pipelines of apps, such as
        streaksync, are for Apple's service until --url names another server, and --container the
        app's container there where the app's document does not name it.

        Examples:
          streakline pipelines enable folder
          streakline pipelines enable streaksync --url http://127.0.0.1:8787
          streakline pipelines enable habitto --url https://sync.example.org --container iCloud.habitto
        """)

    @OptionGroup var change: Switch
    @Option(help: "The address of the server that has the app's container.")
    var url: String?
    @Option(help: "The app's container there, such as iCloud.com.example.app.")
    var container: String?
    @Option(help: "Its environment: development or production.")
    var environment: Environment?

    enum Environment: String, ExpressibleByArgument, CaseIterable {
      case development, production
    }

    func validate() throws {
      if let url {
        let parts = URLComponents(string: url)
        guard let parts, ["http", "https"].contains(parts.scheme?.lowercased() ?? ""),
          parts.host?.isEmpty == false, parts.user == nil, parts.query == nil, parts.fragment == nil
        else {
          throw ValidationError(
            "--url is a server's address, such as https://sync.example.org or http://127.0.0.1:8787"
          )
        }
        guard parts.scheme?.lowercased() == "https" || Self.isThisMachine(parts.host ?? "") else {
          throw ValidationError("--url has to start with https: http is for this machine only")
        }
      }
      if let container, !container.hasPrefix("iCloud.") {
        throw ValidationError("--container starts with 'iCloud.', as in iCloud.com.example.app")
      }
    }

    private static func isThisMachine(_ host: String) -> Bool {
      let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
      return ["localhost", "::1", "[::1]"].contains(host.lowercased())
        || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    func run() throws {
      let remote = [
        ("url", url), ("container", container), ("environment", environment?.rawValue),
      ]
      try change.run(
        isEnabled: true, remote: remote.compactMap { name, value in value.map { (name, $0) } })
    }
  }

  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable", abstract: "Switch a pipeline off, also in a sync that runs now.",
      discussion: """
        Writes `enabled: false` into its file; a built-in pipeline gets a file of yours. A sync that runs
        stops before its next request. Nothing is lost: what waits, waits.

        Example:
          streakline pipelines disable folder
        """)

    @OptionGroup var change: Switch

    func run() throws { try change.run(isEnabled: false) }
  }

  /// The arguments of switching a pipeline on or off.
  struct Switch: ParsableArguments {
    @Argument(help: "The pipeline.", completion: NameCompletion.pipelines) var name: String
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter remote: Settings of the remote that are to have these values.
    func run(isEnabled: Bool, remote: [(name: String, value: String)] = []) throws {
      let locations = currentLocations()
      let files = PipelineFiles(locations.folders("Pipelines"), store: store.location)
      guard let pipeline = files.pipelines.first(where: { $0.name == name }),
        let path = files.paths[name]
      else {
        for problem in files.problems { Output.problem(problem) }
        throw CommandFailure(
          ExitCodes.configuration, "there is no pipeline '\(name)'",
          help: suggestion(for: name, among: files.pipelines.map(\.name)))
      }
      guard pipeline.isEnabled != isEnabled || !remote.isEmpty else {
        return show(isEnabled, path, isChanged: false)
      }
      guard remote.isEmpty || pipeline.remote.kind == .cloudkit else {
        throw CommandFailure(
          ExitCodes.usage, "the pipeline '\(name)' has no server to name",
          help: "change its file: \(path)")
      }
      do {
        let file = try PipelineSwitch.write(
          pipeline, isEnabled: isEnabled, remote: remote, from: path, to: locations.ownPipelines,
          store: store.location)
        show(isEnabled, file, isChanged: true)
      } catch .unsafe {
        throw CommandFailure(
          ExitCodes.configuration, "\(path) is laid out in a way in which this is not safe",
          help: "write `enabled: \(isEnabled)` into it")
      } catch .otherPipeline(let file) {
        throw CommandFailure(
          ExitCodes.configuration, "\(file) is there and describes another pipeline",
          help: "give one of the files another name")
      } catch .failed(let words) {
        throw CommandFailure(ExitCodes.cannotWrite, words)
      }
    }

    private func show(_ isEnabled: Bool, _ path: String, isChanged: Bool) {
      if output.isJSON {
        Output.json(
          .object([
            "pipeline": .string(name), "enabled": .bool(isEnabled), "changed": .bool(isChanged),
            "file": .string(path),
          ]))
      } else if !output.quiet {
        let word = isEnabled ? "on" : "off"
        Output.line("\(name): \(isChanged ? "switched \(word)" : "is \(word) already") (\(path))")
      }
    }
  }
}
