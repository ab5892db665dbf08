internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("pipeline"),
    help: ArgumentHelp("Only this pipeline: its name, or a pipeline file.", valueName: "name|file"))
  var chosen: String?

  @OptionGroup var store: StoreOptions

  /// All pipelines: of the built-in and the user's folder, and the chosen file. A broken file is
  /// named and the others go on.
  func loadAll() throws -> [Pipeline] {
    let files = try files()
    for problem in files.problems {
      Output.note(problem.rendered)
    }
    return files.pipelines
  }

  func files() throws -> PipelineFiles {
    let base = folder(of: store.location)
    var files = PipelineFiles(currentLocations().folders("Pipelines"), base: base)
    if let chosen, chosen.hasSuffix(".yaml") { files.add(file: chosen, base: base) }
    return files
  }

  /// The chosen pipeline, or all.
  func load() throws -> [Pipeline] {
    let all = try loadAll()
    guard let chosen else { return all }
    let named =
      if chosen.hasSuffix(".yaml") {
        PipelineFiles(file: chosen, base: folder(of: store.location)).pipelines
      } else {
        all.filter { $0.name == chosen }
      }
    if named.isEmpty {
      throw CommandFailure(
        ExitCodes.configuration, "there is no pipeline '\(escapedForTerminal(chosen))'")
    }
    return named
  }

  private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
