/// The work cannot go on, or ended in a way that scripts should see.
struct CommandFailure: Error {
  let code: Int32
  /// What is reported on standard error; empty when everything is reported already.
  let message: String
  /// A hint for the user.
  let help: String?

  init(_ code: Int32, _ message: String = "", help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  func report() {
    if !message.isEmpty {
      Output.error(message, code: code, help: help)
    }
  }
}
