internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineSync

struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("pipeline"),
    help: ArgumentHelp("Only this pipeline: its name, or a pipeline file.", valueName: "name|file"))
  var chosen: String?

  @OptionGroup var store: StoreOptions

  /// All pipelines: of the built-in folder, the user's folder and the chosen file. Broken files are
  /// reported and left out.
  func loadAll() throws -> [Pipeline] {
    let files = try reported(files())
    if let chosen { _ = try pipelines(named: chosen, files) }
    return files.pipelines
  }

  /// The chosen pipeline, or all, and whether a file is broken.
  ///
  /// - Throws: When something could not be read that may change or switch off a pipeline.
  func load() throws -> (pipelines: [Pipeline], hasProblems: Bool) {
    let files = try reported(files())
    guard !files.isIncomplete else {
      throw CommandFailure(
        ExitCodes.configuration,
        "what cannot be read may change a pipeline or switch it off; nothing was delivered")
    }
    let named = try chosen.map { try pipelines(named: $0, files) } ?? files.pipelines
    return (named, !files.problems.isEmpty)
  }

  private func files() throws -> PipelineFiles {
    var files = PipelineFiles(currentLocations().folders("Pipelines"), store: store.location)
    if let chosen, chosen.hasSuffix(".yaml") { files.add(file: chosen) }
    return files
  }

  private func reported(_ files: PipelineFiles) -> PipelineFiles {
    for problem in files.problems {
      Output.problem(problem)
    }
    return files
  }

  private func pipelines(named name: String, _ files: PipelineFiles) throws -> [Pipeline] {
    let named =
      name.hasSuffix(".yaml")
      ? PipelineFiles(file: name, store: store.location).pipelines
      : files.pipelines.filter { $0.name == name }
    if named.isEmpty {
      throw CommandFailure(
        ExitCodes.configuration, "there is no pipeline '\(name)'",
        help: suggestion(for: name, among: files.pipelines.map(\.name)))
    }
    return named
  }
}
