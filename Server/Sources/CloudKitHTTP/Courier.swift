internal import CloudKitCore
internal import ServerJSON
internal import Synchronization

/// Holds notifications until clients ask for them: a client's request waits until there is one
/// (CloudKit Web Services). Notifications say that something has changed, and no more; they can be lost.
final class Courier: Sendable {
  /// Who gets notifications.
  struct Recipient: Hashable, Sendable {
    let container: String
    let environment: String
    let user: String
  }

  private static let mostDevices = 10_000
  private static let mostDevicesOfUser = 20
  private static let mostNotifications = 50

  private struct Device {
    let recipient: Recipient
    var notifications: [JSON] = []
    var poll: (number: Int, answer: CheckedContinuation<JSON?, Never>)?
    /// Rises with each use, so that the one that was used least recently can go.
    var used = 0
  }

  private struct State {
    var devices: [String: Device] = [:]
    var clock = 0
  }

  private let state = Mutex(State())

  /// Notes that a device wants notifications.
  func register(_ token: String, for recipient: Recipient) {
    let ended = state.withLock { state -> [CheckedContinuation<JSON?, Never>] in
      state.clock += 1
      if state.devices[token] != nil {
        state.devices[token]?.used = state.clock
        return []
      }
      var ended: [CheckedContinuation<JSON?, Never>] = []
      let mine = state.devices.filter { $0.value.recipient == recipient }
      let crowded =
        mine.count >= Self.mostDevicesOfUser
        ? mine : state.devices.count >= Self.mostDevices ? state.devices : [:]
      if let oldest = crowded.min(by: { $0.value.used < $1.value.used }) {
        ended += [state.devices.removeValue(forKey: oldest.key)?.poll?.answer].compactMap(\.self)
      }
      state.devices[token] = Device(recipient: recipient, used: state.clock)
      return ended
    }
    for answer in ended { answer.resume(returning: nil) }
  }

  /// The next notification of a device; `nil` when there is none within some seconds, or when the device
  /// asks anew meanwhile.
  func next(_ token: String, for recipient: Recipient, seconds: Int) async -> JSON? {
    register(token, for: recipient)
    let number = state.withLock { state in
      state.clock += 1
      return state.clock
    }
    let timeout = Task {
      try await Task.sleep(for: .seconds(seconds))
      end(token, number)
    }
    defer { timeout.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (now, former) = state.withLock {
          state -> (JSON??, CheckedContinuation<JSON?, Never>?) in
          guard var device = state.devices[token] else { return (.some(nil), nil) }
          let former = device.poll?.answer
          device.poll = nil
          defer { state.devices[token] = device }
          guard device.notifications.isEmpty, !Task.isCancelled else {
            return (
              .some(device.notifications.isEmpty ? nil : device.notifications.removeFirst()),
              former
            )
          }
          device.poll = (number, continuation)
          return (nil, former)
        }
        former?.resume(returning: nil)
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      end(token, number)
    }
  }

  /// Ends a request that waits.
  private func end(_ token: String, _ number: Int) {
    let answer = state.withLock { state -> CheckedContinuation<JSON?, Never>? in
      guard state.devices[token]?.poll?.number == number else { return nil }
      defer { state.devices[token]?.poll = nil }
      return state.devices[token]?.poll?.answer
    }
    answer?.resume(returning: nil)
  }

  /// Tells all devices of a user.
  func deliver(_ notification: JSON, to recipient: Recipient) {
    let answers = state.withLock { state -> [CheckedContinuation<JSON?, Never>] in
      var answers: [CheckedContinuation<JSON?, Never>] = []
      for (token, device) in state.devices where device.recipient == recipient {
        if let poll = device.poll {
          answers.append(poll.answer)
          state.devices[token]?.poll = nil
        } else if !device.notifications.contains(where: { Self.isSame($0, notification) }) {
          state.devices[token]?.notifications.append(notification)
          if device.notifications.count >= Self.mostNotifications {
            state.devices[token]?.notifications.removeFirst()
          }
        }
      }
      return answers
    }
    for answer in answers { answer.resume(returning: notification) }
  }

  /// Whether two notifications say of the same subscription that the same zone has changed.
  private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
    guard let said = one["ck"]?["fet"] else { return false }
    return said == other["ck"]?["fet"]
  }
}
