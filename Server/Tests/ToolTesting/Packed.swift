internal import Foundation

/// Packs bytes with the program `gzip`.
package func packed(_ bytes: [UInt8]) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  try Data(bytes).write(to: URL(filePath: folder.file("bytes")))
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["gzip", "-9n", folder.file("bytes")]
  try process.run()
  process.waitUntilExit()
  return Array(try Data(contentsOf: URL(filePath: folder.file("bytes.gz"))))
}
