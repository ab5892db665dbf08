internal import StreaklineCore
internal import StreaklineYAML
internal import Synchronization

/// A rule that is read and compiled when it is first asked for, by whichever thread comes first.
final class LazyRule: Sendable {
  private struct State {
    var definition: RuleDefinition?
    var compiled: CompiledRule?
  }

  let file: RuleFile
  let summary: RuleSummary
  /// The definition as an earlier run has kept it.
  private let kept: KeptDefinition?
  private let state: Mutex<State>

  init(_ file: RuleFile, _ summary: RuleSummary, kept: KeptDefinition) {
    self.file = file
    self.summary = summary
    self.kept = kept
    state = Mutex(State())
  }

  init(_ file: RuleFile, _ definition: RuleDefinition) {
    self.file = file
    summary = RuleSummary(definition)
    kept = nil
    state = Mutex(State(definition: definition))
  }

  /// - Throws: When the file cannot be read now, or has changed since it was checked.
  func definition() throws(RuleFileError) -> RuleDefinition {
    try state.withLock { (state: inout sending State) throws(RuleFileError) -> RuleDefinition in
      try definition(&state)
    }
  }

  func compiled() throws(RuleFileError) -> CompiledRule {
    try state.withLock { (state: inout sending State) throws(RuleFileError) -> CompiledRule in
      if let compiled = state.compiled { return compiled }
      let definition = try definition(&state)
      guard let compiled = try? CompiledRule(definition, jit: true) else { throw changed }
      state.compiled = compiled
      return compiled
    }
  }

  /// The definition's bytes, for the next run.
  func keptBytes() throws(RuleFileError) -> [UInt8] {
    if let bytes = kept?.bytes() { return bytes }
    var writer = BinaryWriter()
    try definition().write(to: &writer)
    return writer.bytes
  }

  private var changed: RuleFileError {
    RuleFileError(path: file.path, reason: "it was changed while it was in use; start again")
  }

  private func definition(_ state: inout State) throws(RuleFileError) -> RuleDefinition {
    if let definition = state.definition { return definition }
    if let definition = kept?.definition(path: file.path), definition.game == summary.game {
      state.definition = definition
      return definition
    }
    var reader = YAMLReader(path: file.path, text: try file.text())
    let definition = reader.rule()
    guard reader.problems.isEmpty, RuleSummary(definition) == summary else { throw changed }
    state.definition = definition
    return definition
  }
}
