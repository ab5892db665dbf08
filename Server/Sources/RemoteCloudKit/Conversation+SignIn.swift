internal import Foundation
internal import RemoteProgram
internal import ServerJSON

extension Conversation {
  /// Checks what the user says about the account, and writes it into the secrets file when the service
  /// accepts it. What the user does not say stays as it is in the file.
  ///
  /// The answer names the account and the file; or, for the token of an app alone, the address at which the
  /// user gets the token that lacks.
  func signIn(_ question: JSON) async throws(RemoteFailure) -> JSON {
    let settings = try CloudKitRemoteSettings(question["settings"] ?? .null)
    let path = try secretsPath(question, settings)
    let text = try secretsText(question["secrets"] ?? .null, path)
    let secrets = try CloudKitSecrets(path: path, text: text)
    let service = try Service(settings, secrets: secrets, now: now, send: send)
    if case .tokens(_, web: nil) = secrets.proof, settings.database != .public {
      return ["address": .string(try await signInAddress(of: service))]
    }
    let account = try await accountOfNewToken(at: service)
    try createFolder(path)
    // The service may have replaced the user's token meanwhile.
    var written = text
    if case .tokens(_, let web?) = secrets.proof {
      written = CloudKitSecrets.text(text, setting: "webAuthToken", to: web)
    }
    try replacePrivateText(path: path, with: written)
    return ["account": account.map(JSON.string) ?? .null, "file": .string(path)]
  }

  private func accountOfNewToken(at service: Service) async throws(RemoteFailure) -> String? {
    do throws(RemoteFailure) {
      return try await account(at: service)
    } catch {
      guard error.kind == .signIn else { throw error }
      // The usual advice is what the user has just done.
      let said = error.message.replacingOccurrences(
        of: "run `streakline account login`",
        with: "get new tokens, at a server of your own with `streakline serve invite`: these have "
          + "ended, or another device has used up the webAuthToken")
      throw RemoteFailure(.signIn, said)
    }
  }

  /// The text of the secrets file with what the user says now.
  private func secretsText(_ given: JSON, _ path: String) throws(RemoteFailure) -> String {
    var text = ""
    if unsafe access(path, F_OK) == 0 { text = try privateText(path: path) }
    for member in given.members ?? [] {
      guard CloudKitSecrets.names.contains(member.name), let value = member.value.string,
        !value.isEmpty, value.utf8.count <= 4_096,
        value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else {
        throw RemoteFailure(
          .configuration,
          "'\(member.name.prefix(40))' is none of \(CloudKitSecrets.names.joined(separator: ", ")), "
            + "or its value is no single line of plain characters")
      }
      text = CloudKitSecrets.text(text, setting: member.name, to: value)
    }
    return text
  }

  private func signInAddress(of service: Service) async throws(RemoteFailure) -> String {
    let host = service.settings.host
    do throws(Service.Trouble) {
      _ = try await service.ask("users/caller", [:], in: .public)
      throw .exchange(
        RemoteFailure(.failed, "\(host) does not say where to sign in; ask for a webAuthToken"))
    } catch {
      if case .refused(let refusal) = error, refusal.code == "AUTHENTICATION_REQUIRED",
        let address = refusal.signInAddress, address.hasPrefix("http")
      {
        return String(address.prefix(2_048))
      }
      throw error.failure(host: host)
    }
  }

  private func createFolder(_ path: String) throws(RemoteFailure) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw RemoteFailure(.configuration, "the folder \(folder) cannot be created")
    }
  }
}
