internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

/// A small input, read whole as text.
struct ByteSourceText {
  private static let largest = 1_048_576
  let text: String

  init(path: String) throws {
    do {
      let source = try ByteSource(path: path)
      var bytes: [UInt8] = []
      while bytes.count <= Self.largest, try source.read(65_536, into: &bytes) {}
      guard bytes.count <= Self.largest else {
        throw CommandFailure(
          ExitCodes.data, "\(escapedForTerminal(path)): larger than 1 MiB; paste less")
      }
      text = String(decoding: bytes, as: UTF8.self)
    } catch let error as InputError {
      throw CommandFailure(
        error.isNoInput ? ExitCodes.noInput : ExitCodes.inputOutput,
        escapedForTerminal(error.description))
    }
  }
}
