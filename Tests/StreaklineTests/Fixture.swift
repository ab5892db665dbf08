import Foundation
import StreaklineReaders

/// The files of `Fixtures/exports`.
enum Fixture {
  static func url(_ path: String) -> URL { Tool.root.appending(path: "Fixtures/exports/\(path)") }

  static func path(_ path: String) -> String { url(path).path }

  static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// A file as an input that is named after its path here.
  static func source(_ path: String, chunk: Int = 65_536) throws -> ByteSource {
    memorySource(try bytes(path), name: path, chunk: chunk)
  }
}
