internal import Foundation
internal import Synchronization

/// Whether somebody has pressed Ctrl-C (or sent SIGTERM): long work stops where the store is
/// consistent. A second signal ends the program at once.
enum Interruption {
  private static let count = Atomic<Int>(0)

  static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.count.add(1, ordering: .relaxed).oldValue > 0 {
          _exit(128 + number)
        }
      }
    }
  }
}
