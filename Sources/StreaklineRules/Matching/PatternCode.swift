internal import CPCRE2
internal import Synchronization

/// The compiled code of a ``Pattern``. It is a plain pointer, so that running it counts no references. The
/// pattern frees the code when it is freed itself, so whoever keeps the code must keep the pattern too.
///
/// A pattern is interpreted until it has been used a few times. Compiling it to machine code takes longer
/// than reading one share.
@safe
struct PatternCode: Sendable {
  /// How often a pattern is interpreted first.
  private static let interpretedUses = 4

  @safe
  private struct State: ~Copyable {
    // PCRE2's compiled code is read-only after compilation.
    let interpreted: OpaquePointer
    /// A copy of the code with machine code, which never changes once it is here.
    let machine = unsafe Atomic<OpaquePointer?>(nil)
    let uses = Atomic(0)

    init(_ interpreted: OpaquePointer) {
      unsafe self.interpreted = interpreted
    }
  }

  // nonisolated(unsafe): what changes in it is atomic.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<State>
  let use: Pattern.Use
  private let jit: Bool

  /// - Parameter code: Owned by the new value from now on.
  init(_ code: OpaquePointer, use: Pattern.Use, jit: Bool) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(code))
    self.use = use
    self.jit = jit
  }

  /// Frees the code. No copy of the value may be used afterwards.
  func free() {
    unsafe pcre2_code_free_8(state.pointee.machine.load(ordering: .acquiring))
    unsafe pcre2_code_free_8(state.pointee.interpreted)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The code for PCRE2's interpreter.
  var interpreted: OpaquePointer { unsafe state.pointee.interpreted }

  /// The code with machine code, if the pattern has been used often enough by all threads together.
  func machineCode() -> OpaquePointer? {
    guard jit else { return nil }
    if let ready = unsafe state.pointee.machine.load(ordering: .acquiring) { return unsafe ready }
    let uses = unsafe state.pointee.uses.wrappingAdd(1, ordering: .relaxed).newValue
    return uses > Self.interpretedUses ? unsafe makeMachineCode() : nil
  }

  /// The code with machine code, made now if nobody has made it. `nil` where the system refuses machine
  /// code, as a hardened kernel may.
  func makeMachineCode() -> OpaquePointer? {
    guard jit else { return nil }
    if let ready = unsafe state.pointee.machine.load(ordering: .acquiring) { return unsafe ready }
    guard let copy = unsafe pcre2_code_copy_8(state.pointee.interpreted) else { return nil }
    guard unsafe pcre2_jit_compile_8(copy, UInt32(PCRE2_JIT_COMPLETE)) == 0 else {
      unsafe pcre2_code_free_8(copy)
      // So it is not tried again at every use.
      unsafe state.pointee.uses.store(.min, ordering: .relaxed)
      return nil
    }
    let (isMine, other) = unsafe state.pointee.machine.compareExchange(
      expected: nil, desired: copy, ordering: .acquiringAndReleasing)
    if isMine { return unsafe copy }
    unsafe pcre2_code_free_8(copy)
    return unsafe other
  }
}
