internal import Foundation

/// A question to whoever sits at the terminal.
enum Confirmation {
  /// Whether the answer is yes. Where no terminal shows the question, nobody is asked and it is no.
  static func isGiven(_ question: String) -> Bool {
    guard Output.isTerminal(STDIN_FILENO), Output.isTerminal(STDERR_FILENO) else {
      return false
    }
    Output.note("\(question) [y/N]")
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
