internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("pipeline"),
    help: ArgumentHelp("Only this pipeline: its name, or a pipeline file.", valueName: "name|file"),
    completion: NameCompletion.pipelines)
  var chosen: String?

  @OptionGroup var store: StoreOptions

  /// All pipelines: of the built-in folder, the user's folder and the chosen file. Broken files are
  /// reported and left out.
  func loadAll() throws -> [Pipeline] {
    let files = try reported(files())
    if let chosen { _ = try pipelines(named: chosen, files) }
    return files.pipelines
  }

  /// The chosen pipeline, or all but samples. Broken files are reported and left out.
  func load() throws -> Loaded {
    let files = try reported(files())
    let named =
      try chosen.map { try pipelines(named: $0, files) } ?? files.pipelines.filter { !$0.isSample }
    return Loaded(
      pipelines: named, hasProblems: !files.problems.isEmpty, isIncomplete: files.isIncomplete)
  }

  /// Pipelines as their files describe them.
  struct Loaded {
    let pipelines: [Pipeline]
    /// Whether a file is broken or cannot be read.
    let hasProblems: Bool
    /// Whether something could not be read that may change any pipeline or switch it off.
    let isIncomplete: Bool
  }

  /// The attributes of all pipeline files, which show whether one was changed, added or removed.
  func fileStates() -> PipelineFiles.States {
    PipelineFiles.States(
      currentLocations().folders("Pipelines"),
      file: chosen.flatMap { $0.hasSuffix(".yaml") ? $0 : nil })
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
