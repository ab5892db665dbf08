internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles

extension Pipelines {
  /// Writes a pipeline file for a folder that several devices share.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a pipeline that keeps results in a shared folder.",
      discussion: """
        The folder is one that Syncthing, Dropbox, a network drive or a stick brings to your other
        devices. Give each device a pipeline for it. An existing file is never replaced.

        Examples:
          streakline pipelines add folder ~/Sync/streakline
          streakline pipelines add folder /media/stick/streakline --name stick --user me
        """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
      case folder
    }

    @Argument(help: "The kind of remote: folder.") var kind: Kind
    @Argument(help: "The folder. It is created if the folder above it is there.") var path: String
    @Option(help: "The name of the pipeline.") var name = "folder"
    @Option(help: "Only results of this user; may be repeated.") var user: [String] = []
    @OptionGroup var output: OutputOptions

    func validate() throws {
      let texts = [path] + user
      if texts.contains(where: {
        $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }) {
        throw ValidationError("paths and names must not contain control characters")
      }
    }

    func run() throws {
      let file = "\(currentLocations().ownPipelines)/\(name).yaml"
      let folder = absolutePath(path)
      let text = pipelineText(folder: folder)
      try refuseMistakes(in: text, file)
      try createSharedFolder(folder)
      try write(text, to: file)
      if output.isJSON {
        Output.json(
          .object([
            "pipeline": .string(name), "remote": .string(kind.rawValue), "place": .string(folder),
            "file": .string(file),
          ]))
      } else if !output.quiet {
        Output.line("\(name): \(file) keeps results in \(folder)")
        Output.note("next: streakline sync --pipeline \(name), and the same on the other devices")
      }
    }

    /// Reads the text as `sync` will.
    private func refuseMistakes(in text: String, _ file: String) throws {
      let locations = currentLocations()
      let files = PipelineFiles(locations.folders("Pipelines"), store: locations.store)
      if files.pipelines.contains(where: { $0.name == name }) {
        throw CommandFailure(
          ExitCodes.nothing, "there is a pipeline '\(name)' already",
          help: "choose another name with --name, or change the file")
      }
      let problems = PipelineFiles(text: text, path: file, store: locations.store).problems
      guard let problem = problems.first else { return }
      throw CommandFailure(ExitCodes.usage, problem.summary, help: problem.help)
    }

    private func createSharedFolder(_ folder: String) throws {
      let parent = folderPath(of: folder)
      do {
        if try folderExists(folder) { return }
        guard !FileManager.default.fileExists(atPath: folder) else {
          throw CommandFailure(
            ExitCodes.configuration, "\(folder) is not a folder", help: "name the folder to share")
        }
        guard try folderExists(parent) else {
          throw CommandFailure(
            ExitCodes.configuration, "there is no folder \(parent)",
            help: "connect its drive, or create the folder")
        }
        try createFolder(folder)
      } catch let error as FileError {
        throw CommandFailure(ExitCodes.cannotWrite, "\(error)")
      }
    }

    private func write(_ text: String, to file: String) throws {
      do throws(FileError) {
        try createFolder(folderPath(of: file))
        try createFile(file, content: Array(text.utf8))
      } catch {
        throw error.isAlreadyThere
          ? CommandFailure(
            ExitCodes.nothing, "\(file) exists already", help: "choose another name with --name")
          : CommandFailure(ExitCodes.cannotWrite, "\(error)")
      }
    }

    private func absolutePath(_ path: String) -> String {
      let absolute =
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
      return URL(filePath: absolute).standardizedFileURL.path
    }

    private func pipelineText(folder: String) -> String {
      let users = user.isEmpty ? "all" : user.map(quoted).joined(separator: ", ")
      return """
        # Keeps results in a folder that your devices share; each device has a file like this one.
        format: 1
        pipeline: \(name)
        games: [all]
        users: [\(users)]
        records:
          GameResult: {zone: results, name: '{uuid}'}
          PuzzleResult: {zone: results, name: '{uuid}'}
          CompletionEvent: {zone: results, name: '{uuid}'}
        batch: {size: 5, after: 2s, most: 1000}
        remote:
          folder: {path: \(quoted(folder))}

        """
    }

    /// A text in quotes, as YAML reads it back unchanged.
    private func quoted(_ text: String) -> String {
      "'\(text.replacing("'", with: "''"))'"
    }
  }
}
