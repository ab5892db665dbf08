internal import Streakline

/// Files in parts, for programs and for the page's own script. ``Interface`` has checked the parameters.
extension Site {
  func startUpload(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let given = visit.request.given
    try quota.check(given["player"] ?? holder.player, in: store)
    let id = try requiredUploads.start(
      name: given["name"] ?? "", size: Int(given["size"] ?? "") ?? 0,
      player: given["player"] ?? holder.player,
      user: holder.user, now: visit.now)
    return try requiredUploads.state(id, user: holder.user, now: visit.now).json(id)
  }

  func addToUpload(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let given = visit.request.given
    let id = given["id"] ?? ""
    try requiredUploads.add(
      visit.request.body, at: Int(given["offset"] ?? "") ?? 0, to: id, user: holder.user,
      store: store, quota: quota, now: visit.now)
    return try uploadState(visit, holder)
  }

  func uploadState(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let id = visit.request.given["id"] ?? ""
    return try requiredUploads.state(id, user: holder.user, now: visit.now).json(id)
  }

  func cancelUpload(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let id = visit.request.given["id"] ?? ""
    let state = try uploadState(visit, holder)
    try requiredUploads.cancel(id, user: holder.user)
    return state
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
