internal import Foundation
internal import Synchronization

/// A question to whoever sits at the terminal, also where standard input is a pipe. The same question is asked once.
final class Confirmation: Sendable {
  private let answers = Mutex<[String: Bool]>([:])

  /// Whether the answer is yes. Where no terminal shows the question, nobody is asked and it is no.
  func isGiven(_ question: String) -> Bool {
    if let known = answers.withLock({ $0[question] }) { return known }
    let answer = Self.ask(question)
    answers.withLock { $0[question] = answer }
    return answer
  }

  private static func ask(_ question: String) -> Bool {
    guard Output.isTerminal(STDERR_FILENO), let terminal = openTerminal() else { return false }
    defer { close(terminal) }
    Output.note("\(question) [y/N]")
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while answer.count < longest, unsafe read(terminal, &byte, 1) == 1, byte != 0x0A {
      answer.append(byte)
    }
    return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
  }

  private static let longest = 64

  /// The terminal of a program that runs in the foreground: one in the background would be stopped when it reads.
  private static func openTerminal() -> Int32? {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    guard tcgetpgrp(terminal) == getpgrp() else {
      close(terminal)
      return nil
    }
    return terminal
  }
}
