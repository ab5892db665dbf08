internal import StreaklineFiles
package import StreaklineSync

/// A pipeline and its remote.
package struct Route {
  /// Why a pipeline has no remote.
  package enum Mistake: Error {
    /// The pipeline is switched off, so that its program is not looked for.
    case switchedOff
    /// The program that opens network connections is not there.
    case withoutProgram(RemoteKind)
    /// The folder in which the program would run cannot be made.
    case withoutFolder(String)
  }

  package let pipeline: Pipeline
  package let remote: any Remote

  package var name: String { pipeline.name }

  /// - Parameters:
  ///   - store: The path of the store. Programs run in its folder.
  ///   - device: The name of this device.
  ///   - environment: That of the programs.
  package init(
    _ pipeline: Pipeline, store: String, device: String, _ locations: Locations,
    environment: [String: String]
  ) throws(Mistake) {
    self.pipeline = pipeline
    let configuration: ProgramRemote.Configuration
    switch pipeline.remote {
    case .jsonLines(let path):
      remote = JSONLinesRemote(path: path, storePath: store)
      return
    case .folder(let path):
      remote = FolderRemote(path: path, device: device)
      return
    case .program(let command, let settings, let folder):
      configuration = ProgramRemote.Configuration(
        command: command, settings: settings, folder: folder, environment: environment)
    case .other(let kind, let settings):
      guard pipeline.isEnabled else { throw .switchedOff }
      guard let program = locations.remoteProgram(kind) else { throw .withoutProgram(kind) }
      configuration = ProgramRemote.Configuration(
        command: [program], settings: settings, folder: folderPath(of: store),
        environment: environment)
    }
    remote = ProgramRemote(
      configuration, pipeline: pipeline.name, device: device, types: pipeline.remoteTypes,
      ownZones: pipeline.ownZones, groupZones: pipeline.groupZones)
  }

  /// The program with which somebody signs in for a pipeline. The pipeline may be switched off, and the store may not be
  /// there yet.
  ///
  /// - Returns: `nil` for a pipeline whose remote has no such program.
  package static func signIn(
    for pipeline: Pipeline, store: String, _ locations: Locations, environment: [String: String]
  ) throws(Mistake) -> ProgramRemote? {
    guard case .other(let kind, let settings) = pipeline.remote else { return nil }
    guard let program = locations.remoteProgram(kind) else { throw .withoutProgram(kind) }
    let folder = folderPath(of: store)
    do throws(FileError) {
      try createFolder(folder)
    } catch {
      throw .withoutFolder("\(error)")
    }
    let configuration = ProgramRemote.Configuration(
      command: [program], settings: settings, folder: folder, environment: environment)
    return ProgramRemote(configuration, pipeline: pipeline.name, device: "")
  }
}
