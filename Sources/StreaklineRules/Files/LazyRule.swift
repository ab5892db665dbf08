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
    // Only a closure whose type is written out can throw a typed error, so this one returns a
    // `Result`.
    try state.withLock { state in
      definition(&state)
    }.get()
  }

  func compiled() throws(RuleFileError) -> CompiledRule {
    try state.withLock { state -> Result<CompiledRule, RuleFileError> in
      if let compiled = state.compiled { return .success(compiled) }
      return definition(&state).flatMap { definition in
        guard let compiled = try? CompiledRule(definition, jit: true) else {
          return .failure(changed)
        }
        state.compiled = compiled
        return .success(compiled)
      }
    }.get()
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

  private func definition(_ state: inout State) -> Result<RuleDefinition, RuleFileError> {
    if let definition = state.definition { return .success(definition) }
    if let definition = kept?.definition(path: file.path), definition.game == summary.game {
      state.definition = definition
      return .success(definition)
    }
    do {
      var reader = YAMLReader(path: file.path, text: try file.text())
      let definition = reader.rule()
      guard reader.problems.isEmpty, RuleSummary(definition) == summary else {
        return .failure(changed)
      }
      state.definition = definition
      return .success(definition)
    } catch {
      return .failure(error)
    }
  }
}
