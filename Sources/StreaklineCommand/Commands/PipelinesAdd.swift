internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

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
    @Option(help: "Only results of this user; may be repeated.", completion: NameCompletion.users)
    var user: [String] = []
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
      let folder = absolutePath(path)
      let file: String
      do {
        file = try FolderPipeline(name: name, folder: folder, users: user).add(
          to: currentLocations())
      } catch {
        throw failure(error)
      }
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

    private func failure(_ mistake: FolderPipeline.Mistake) -> CommandFailure {
      switch mistake {
      case .nameTaken:
        CommandFailure(
          ExitCodes.nothing, "there is a pipeline '\(name)' already",
          help: "choose another name with --name, or change the file")
      case .wrong(let problem):
        CommandFailure(ExitCodes.usage, problem.summary, help: problem.help)
      case .notAFolder(let folder):
        CommandFailure(
          ExitCodes.configuration, "\(folder) is not a folder", help: "name the folder to share")
      case .noParent(let parent):
        CommandFailure(
          ExitCodes.configuration, "there is no folder \(parent)",
          help: "connect its drive, or create the folder")
      case .fileThere(let file):
        CommandFailure(
          ExitCodes.nothing, "\(file) exists already", help: "choose another name with --name")
      case .failed(let words): CommandFailure(ExitCodes.cannotWrite, words)
      }
    }

    private func absolutePath(_ path: String) -> String {
      let absolute =
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
      return URL(filePath: absolute).standardizedFileURL.path
    }
  }
}
