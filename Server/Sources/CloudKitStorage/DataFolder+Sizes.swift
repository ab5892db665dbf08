internal import Foundation

extension DataFolder {
  /// Bytes of the files of each container and environment, with what is not yet in the main file.
  package func storedBytes() throws -> [(container: String, environment: String, bytes: Int)] {
    try accounts.containers().flatMap { container in
      Environment.allCases.map { environment in
        let file = "\(path)/containers/\(container)/\(environment.rawValue).db"
        let sizes = [file, file + "-wal"].map { path in
          let attributes = try? FileManager.default.attributesOfItem(atPath: path)
          return (attributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        return (container, environment.rawValue, sizes[0] + sizes[1])
      }
    }
  }
}
