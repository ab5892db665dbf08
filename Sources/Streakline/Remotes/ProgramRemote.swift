internal import Foundation
package import StreaklineCore
package import StreaklineSync
internal import Synchronization

/// A remote that is a program in any language. It is asked with a line of JSON on its standard input and
/// answers with a line on its standard output (`Documentation/remotes.md`). What it writes to standard
/// error goes to the user, up to 64 KiB, without characters that a terminal obeys.
///
/// Writing to a program that has ended raises SIGPIPE. The remote makes the process ignore that signal.
package final class ProgramRemote: Remote {
  /// The longest line that a program may answer with, in bytes.
  package static let longestLine = 8 << 20

  /// What is needed to start a program.
  package struct Configuration: Sendable {
    /// The program, which is looked for in PATH, and its arguments.
    package var command: [String]
    /// What the pipeline file says to the program.
    package var settings: Value
    /// The folder in which the program runs.
    package var folder: String
    package var environment: [String: String]
    /// How long an answer may take, in seconds.
    package var answerSeconds = 60.0
    /// Gets what the program says to the user, line by line.
    package var say: @Sendable (String) -> Void = { line in
      FileHandle.standardError.write(Data("\(escapedForTerminal(line))\n".utf8))
    }

    package init(
      command: [String], settings: Value, folder: String, environment: [String: String]
    ) {
      self.command = command
      self.settings = settings
      self.folder = folder
      self.environment = environment
    }
  }

  private let configuration: Configuration
  private let pipeline: String
  private let device: String
  private let types: Value
  private let ownZones: Set<String>
  private let groupZones: String?
  private let state = Mutex(State())

  private struct State {
    var program: RunningProgram?
    /// What the program said when it was opened first.
    var description: RemoteDescription?
  }

  /// - Parameters:
  ///   - pipeline: The pipeline's name.
  ///   - device: The id of the store.
  ///   - types: What the pipeline's types hold, ``Pipeline/remoteTypes``.
  ///   - ownZones: ``Pipeline/ownZones``.
  ///   - groupZones: ``Pipeline/groupZones``.
  package init(
    _ configuration: Configuration, pipeline: String, device: String, types: Value = .object([:]),
    ownZones: Set<String> = [], groupZones: String? = nil
  ) {
    self.configuration = configuration
    self.pipeline = pipeline
    self.device = device
    self.types = types
    self.ownZones = ownZones
    self.groupZones = groupZones
    signal(SIGPIPE, SIG_IGN)
  }

  package func open() async throws(RemoteError) -> RemoteDescription {
    try withState { state throws(RemoteError) in
      state.program = nil
      let description = try start(&state)
      state.description = description
      return description
    }
  }

  package func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    try withState { state throws(RemoteError) in
      try startAgain(&state)
      return try RemoteMessages.results(ask(RemoteMessages.push(batch, atomic: atomic), &state))
    }
  }

  package func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError)
    -> PulledPage
  {
    try withState { state throws(RemoteError) in
      try startAgain(&state)
      return try RemoteMessages.page(
        ask(RemoteMessages.pull(zone, after: token), &state), of: zone)
    }
  }

  package func lookup(_ names: [String], in zone: ZoneName) async throws(RemoteError) -> LookedUp {
    try withState { state throws(RemoteError) in
      try startAgain(&state)
      return try RemoteMessages.lookedUp(
        ask(RemoteMessages.lookup(names, in: zone), &state), of: zone)
    }
  }

  /// Signs in to the account of the remote. The program keeps the secrets.
  ///
  /// - Parameter secrets: What the user says, by the names that the program knows.
  package func signIn(
    _ secrets: [(name: String, value: String)]
  ) throws(RemoteError) -> SignInAnswer {
    try withState { state throws(RemoteError) in
      state.program = try startProgram()
      let question = RemoteMessages.signIn(
        pipeline: pipeline, settings: configuration.settings, secrets: secrets)
      let answer = try RemoteMessages.signedIn(ask(question, &state))
      state.program = nil
      return answer
    }
  }

  /// Whether the program, when it was opened, said that it tells of changes.
  package var canWatch: Bool {
    state.withLock { $0.description?.abilities.contains(.watch) ?? false }
  }

  /// Asks the program, which was opened, where changes are told.
  package func watch() throws(RemoteError) -> Value {
    try withState { state throws(RemoteError) in
      try startAgain(&state)
      guard let place = try ask(RemoteMessages.watch, &state)["watch"] else {
        throw RemoteError(.failed, "it did not say where changes are told")
      }
      return place
    }
  }

  /// The same program once more, which can wait while this one is asked other things.
  package func another() -> ProgramRemote {
    ProgramRemote(
      configuration, pipeline: pipeline, device: device, types: types, ownZones: ownZones,
      groupZones: groupZones)
  }

  /// Waits until something changes, or for some seconds. Ends at once when the user wants to stop.
  ///
  /// - Returns: Whether something has changed.
  package func wait(at place: Value, seconds: Int) throws(RemoteError) -> Bool {
    try withState { state throws(RemoteError) in
      if state.program == nil { state.program = try startProgram() }
      let question = RemoteMessages.wait(
        at: place, seconds: seconds, settings: configuration.settings)
      return try ask(question, &state, patienceSeconds: 0)["changed"]?.bool ?? false
    }
  }

  /// Asks about a group, after the program was opened.
  ///
  /// - Returns: What it says, and the account that is signed in.
  package func ask(
    _ question: GroupQuestion
  ) throws(RemoteError) -> (answer: GroupAnswer, account: String?) {
    try withState { state throws(RemoteError) in
      let account = try start(&state).account
      return (
        try RemoteMessages.groupAnswer(ask(RemoteMessages.group(question), &state)), account
      )
    }
  }

  /// Starts the program if it has ended, perhaps because of a record, or has said more than it was asked. It may be
  /// signed in to another account now.
  private func startAgain(_ state: inout State) throws(RemoteError) {
    if let program = state.program, program.hasSaidMore() {
      program.stop()
      state.program = nil
    }
    guard state.program == nil else { return }
    let account = try start(&state).account
    if let first = state.description?.account, account != first {
      throw RemoteError(.signIn, "the account was \(first) and is \(account ?? "none") now")
    }
  }

  private func withState<Result: Sendable>(
    _ body: (inout State) throws(RemoteError) -> Result
  ) throws(RemoteError) -> Result {
    let result = state.withLock { state in
      do throws(RemoteError) {
        return Swift.Result<Result, RemoteError>.success(try body(&state))
      } catch {
        return .failure(named(error))
      }
    }
    return try result.get()
  }

  /// The error with the program's name before its message.
  private func named(_ error: RemoteError) -> RemoteError {
    let name = configuration.command.joined(separator: " ")
    return RemoteError(
      error.kind, "\(name): \(error.message)", retryAfterSeconds: error.retryAfterSeconds)
  }

  private func start(_ state: inout State) throws(RemoteError) -> RemoteDescription {
    state.program = try startProgram()
    let request = RemoteMessages.open(
      pipeline: pipeline, device: device, settings: configuration.settings, types: types,
      ownZones: ownZones,
      groupZones: groupZones)
    return try RemoteMessages.description(ask(request, &state))
  }

  private func startProgram() throws(RemoteError) -> RunningProgram {
    try RunningProgram(
      configuration.command, folder: configuration.folder, environment: configuration.environment,
      say: configuration.say)
  }

  /// Asks the running program. One that fails to answer, or says more than it was asked, is ended, so
  /// that nothing it says is taken for the answer to another question.
  ///
  /// - Parameter patienceSeconds: How long an answer is waited for when the user wants to stop.
  private func ask(
    _ request: [UInt8], _ state: inout State, patienceSeconds: Double = 3
  ) throws(RemoteError) -> Fields {
    guard let program = state.program else { throw RemoteError(.failed, "it is not running") }
    state.program = nil
    let answer: Fields
    do throws(RemoteError) {
      let line = try program.exchange(
        request, longestLine: Self.longestLine, seconds: configuration.answerSeconds,
        patienceSeconds: patienceSeconds)
      guard let fields = RemoteMessages.answer(line) else {
        throw RemoteError(.failed, "it answered with something else than an object of JSON")
      }
      answer = fields
    } catch {
      program.stop()
      throw error
    }
    if program.hasSaidMore() {
      program.stop()
    } else {
      state.program = program
    }
    if let failure = RemoteMessages.failure(answer) { throw failure }
    return answer
  }
}
