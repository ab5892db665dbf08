internal import Foundation

/// The clipboard of the desktop on which the program runs, read with the one tool that belongs to it.
enum Clipboard {
  /// The longest text that is read, in bytes.
  static let longestText = 1_048_576
  private static let longestWait = Duration.seconds(2)

  /// A desktop, and the command that prints its clipboard.
  struct Tool {
    let desktop: String
    let command: [String]
    /// What to install where the command is missing.
    let package: String
  }

  /// The tool for the desktop that environment variables tell; `nil` where there is none, as over ssh.
  static func tool(_ variable: (String) -> String?) -> Tool? {
    #if os(macOS)
      return Tool(desktop: "macOS", command: ["pbpaste"], package: "macOS")
    #else
      if variable("WSL_DISTRO_NAME") != nil {
        let script =
          "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-Clipboard -Raw"
        return Tool(
          desktop: "Windows", command: ["powershell.exe", "-NoProfile", "-Command", script],
          package: "PowerShell")
      }
      if variable("WAYLAND_DISPLAY") != nil {
        return Tool(
          desktop: "Wayland", command: ["wl-paste", "--no-newline", "--type", "text"],
          package: "wl-clipboard")
      }
      if variable("DISPLAY") != nil {
        return Tool(
          desktop: "X11", command: ["xclip", "-out", "-selection", "clipboard"], package: "xclip")
      }
      return nil
    #endif
  }

  /// The text in the clipboard; empty where there is none.
  ///
  /// - Throws: ``CommandFailure`` where there is no desktop, its tool is missing or does not answer, or the text is too
  ///   long.
  static func text() throws(CommandFailure) -> [UInt8] {
    guard let tool = tool(environment) else {
      throw CommandFailure(
        ExitCodes.configuration, "no desktop runs here, so there is no clipboard",
        help: "pipe the text instead: streakline < FILE")
    }
    guard let path = path(of: tool.command[0]) else {
      throw CommandFailure(
        ExitCodes.configuration,
        "\(tool.command[0]), which reads the clipboard of \(tool.desktop), is missing",
        help: "install \(tool.package), or pipe the text: streakline < FILE")
    }
    return try output(of: path, tool)
  }

  /// The file of a program in a folder of `PATH`.
  private static func path(of name: String) -> String? {
    (environment("PATH") ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func output(of path: String, _ tool: Tool) throws(CommandFailure) -> [UInt8] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = Array(tool.command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    // What it says of an empty clipboard is said in our own words.
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandFailure(
        ExitCodes.configuration, "\(path) cannot be started: \(error.localizedDescription)")
    }
    let text = read(pipe.fileHandleForReading.fileDescriptor)
    // Whoever still writes is ended by this. The tool is not waited for: its own children may hold it open.
    try? pipe.fileHandleForReading.close()
    let isWhole = text.map { $0.count <= longestText } ?? false
    if !isWhole, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    guard let text else {
      throw CommandFailure(
        ExitCodes.tryAgain,
        "\(tool.command[0]) has not answered within \(longestWait.components.seconds) s",
        help: "copy the text again, or pipe it: streakline < FILE")
    }
    guard text.count <= longestText else {
      throw CommandFailure(
        ExitCodes.data, "the clipboard holds more than 1 MiB of text; nothing was read",
        help: "save it in a file and name that")
    }
    return text
  }

  /// Reads until the end or one byte more than ``longestText``.
  ///
  /// - Returns: `nil` where the end has not come in time.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    let deadline = ContinuousClock.now + longestWait
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while text.count <= longestText {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return nil }
      let milliseconds =
        left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&end, 1, Int32(milliseconds) + 1) > 0 else { continue }
      let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return text }
      text += buffer[..<count]
    }
    return text
  }
}
