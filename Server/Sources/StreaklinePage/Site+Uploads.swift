internal import Streakline

/// Files in parts, for programs and for the page's own script.
extension Site {
  func startUpload(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let given = visit.request.given
    guard let size = Int(given["size"] ?? "") else {
      throw PageRefusal(status: 400, words: "size is the number of the file's bytes.")
    }
    let id = try requiredUploads.start(
      name: given["name"] ?? "", size: size, player: given["player"] ?? holder.user,
      user: holder.user, now: visit.now)
    return try requiredUploads.state(id, user: holder.user, now: visit.now).json(id)
  }

  func addToUpload(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let given = visit.request.given
    guard let offset = Int(given["offset"] ?? "") else {
      throw PageRefusal(status: 400, words: "offset is the number of bytes before the part.")
    }
    let id = given["id"] ?? ""
    try requiredUploads.add(
      visit.request.body, at: offset, to: id, user: holder.user, store: store, now: visit.now)
    return try uploadState(visit, holder)
  }

  func uploadState(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let id = visit.request.given["id"] ?? ""
    return try requiredUploads.state(id, user: holder.user, now: visit.now).json(id)
  }

  private var requiredUploads: Uploads {
    get throws {
      guard let uploads else {
        throw PageRefusal(status: 404, words: "This server takes no files.")
      }
      return uploads
    }
  }
}
