package import StreaklineCore
internal import StreaklineFiles

/// A pipeline for a folder that several devices share.
package struct FolderPipeline {
  /// Why the pipeline is not added.
  package enum Mistake: Error {
    case nameTaken
    case wrong(Problem)
    case notAFolder(String)
    case noParent(String)
    case fileThere(String)
    case failed(String)
  }

  private let name: String
  private let folder: String
  private let users: [String]

  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - users: Whose results it carries; empty for everybody's.
  package init(name: String, folder: String, users: [String]) {
    (self.name, self.folder, self.users) = (name, folder, users)
  }

  /// Makes the folder and writes the file.
  ///
  /// - Returns: The path of the file.
  package func add(to locations: Locations) throws(Mistake) -> String {
    let file = "\(locations.ownPipelines)/\(name).yaml"
    let files = PipelineFiles(locations.folders("Pipelines"), store: locations.store)
    if files.pipelines.contains(where: { $0.name == name }) { throw .nameTaken }
    // The text is read as `sync` will read it.
    let problems = PipelineFiles(text: text, path: file, store: locations.store).problems
    if let problem = problems.first { throw .wrong(problem) }
    try makeFolder()
    do throws(FileError) {
      try createFolder(folderPath(of: file))
      try createFile(file, content: Array(text.utf8))
    } catch {
      throw error.isAlreadyThere ? .fileThere(file) : .failed("\(error)")
    }
    return file
  }

  private func makeFolder() throws(Mistake) {
    let parent = folderPath(of: folder)
    let isThere = (try? FileStatus(folder)) != nil
    do throws(FileError) {
      if try folderExists(folder) { return }
      if !isThere, try folderExists(parent) { return try createFolder(folder) }
    } catch {
      throw .failed("\(error)")
    }
    throw isThere ? .notAFolder(folder) : .noParent(parent)
  }

  private var text: String {
    let users = self.users.isEmpty ? "all" : self.users.map(quoted).joined(separator: ", ")
    return """
      # Keeps results in a folder that your devices share; each device has a file like this one.
      format: 1
      pipeline: \(name)
      games: [all]
      users: [\(users)]
      records:
        GameResult: {zone: results, name: '{uuid}'}
        PuzzleResult: {zone: results, name: '{uuid}'}
        CompletionEvent: {zone: results, name: '{uuid}'}
      batch: {size: 5, after: 2s, most: 1000}
      remote:
        folder: {path: \(quoted(folder))}

      """
  }

  /// A text in quotes, as YAML reads it back unchanged.
  private func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}
