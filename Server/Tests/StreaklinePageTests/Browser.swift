import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ServerJSON
import Testing
import ToolTesting

/// Chromium without a window, driven through WebDriver (W3C) and its program chromedriver.
struct Browser: Sendable {
  /// `make setup-browser` puts the checker of accessibility there.
  private static let checker = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/axe/axe.min.js").path

  static let isInstalled: Bool = {
    let places = ["/usr/bin", "/usr/local/bin"]
    let isThere = ["chromium", "chromedriver"].allSatisfy { name in
      places.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    if isThere, FileManager.default.fileExists(atPath: checker) { return true }
    let line = "\n*** THE PAGE IS NOT TESTED IN A BROWSER: run make setup-browser first. ***\n\n"
    FileHandle.standardError.write(Data(line.utf8))
    return false
  }()

  private let session: String

  /// Runs a browser with an empty profile while the body runs.
  static func run(
    hasScripts: Bool = true, _ body: (Browser) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let driver = Process()
    driver.executableURL = URL(filePath: "/usr/bin/env")
    driver.arguments = ["chromedriver", "--port=0"]
    let log = folder.file("driver.log")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    driver.standardOutput = FileHandle(forWritingAtPath: log)
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    defer {
      kill(driver.processIdentifier, SIGKILL)
      driver.waitUntilExit()
    }
    let port = try #require(try await port(log))
    let address = "http://127.0.0.1:\(port)/session"
    let answer = try await send(
      "POST", address, capabilities(folder.file("profile"), hasScripts: hasScripts))
    let id = try #require(answer["sessionId"]?.string)
    let browser = Browser(session: "\(address)/\(id)")
    do {
      try await body(browser)
    } catch {
      _ = try? await send("DELETE", browser.session, nil)
      throw error
    }
    _ = try await send("DELETE", browser.session, nil)
  }

  private static func port(_ log: String) async throws -> Int? {
    for _ in 0..<200 {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      if let port = text.firstMatch(of: /successfully on port (\d+)/)?.1 { return Int(port) }
      try await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private static func capabilities(_ profile: String, hasScripts: Bool) -> JSON {
    let arguments: [JSON] = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--window-size=1280,900", .string("--user-data-dir=" + profile),
    ]
    let options: JSON = [
      "args": .list(arguments),
      "prefs": ["profile.managed_default_content_settings.javascript": .int(hasScripts ? 1 : 2)],
    ]
    return [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:chromeOptions": options,
          "goog:loggingPrefs": ["performance": "ALL"],
        ]
      ]
    ]
  }

  /// - Returns: What the answer has as `value`.
  private static func send(_ method: String, _ address: String, _ body: JSON?) async throws -> JSON
  {
    var request = HTTPClientRequest(url: address)
    request.method = .init(rawValue: method)
    if let body { request.body = .bytes(ByteBuffer(bytes: body.bytes)) }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(90))
    let bytes = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    let value = try JSON(bytes)["value"] ?? .null
    if response.status != .ok {
      throw BrowserFailure(words: value["message"]?.string ?? "\(response.status)")
    }
    return value
  }

  private func ask(_ command: String, _ body: JSON? = [:]) async throws -> JSON {
    try await Self.send(body == nil ? "GET" : "POST", "\(session)/\(command)", body)
  }

  // MARK: - What a reader does

  func open(_ address: String) async throws {
    _ = try await ask("url", ["url": .string(address)])
  }

  var address: String {
    get async throws { try await ask("url", nil).string ?? "" }
  }

  private func element(_ selector: String) async throws -> String {
    let found = try await ask(
      "element", ["using": "css selector", "value": .string(selector)])
    return try #require(found.members?.first?.value.string)
  }

  func count(_ selector: String) async throws -> Int {
    try await ask("elements", ["using": "css selector", "value": .string(selector)]).list?.count
      ?? 0
  }

  func click(_ selector: String) async throws {
    _ = try await ask("element/\(try await element(selector))/click")
  }

  /// Writes into a field; for a field of files, the path of one.
  func write(_ text: String, into selector: String) async throws {
    _ = try await ask("element/\(try await element(selector))/value", ["text": .string(text)])
  }

  func text(_ selector: String) async throws -> String {
    try await ask("element/\(try await element(selector))/text", nil).string ?? ""
  }

  /// Waits until an element shows a text, for ten seconds at most.
  func waits(for words: String, in selector: String) async throws -> Bool {
    for _ in 0..<100 {
      // The page before may still be there, or nothing yet.
      if let shown = try? await text(selector), shown.contains(words) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  func press(_ key: String) async throws {
    let keys: [JSON] = [
      ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
    ]
    _ = try await ask(
      "actions", ["actions": [["type": "key", "id": "keys", "actions": .list(keys)]]])
  }

  /// The value of a script.
  func value(of script: String) async throws -> JSON {
    try await ask("execute/sync", ["script": .string("return " + script), "args": []])
  }

  /// A command of Chromium's own protocol for its tools.
  func command(_ name: String, _ values: JSON = [:]) async throws {
    _ = try await ask("goog/cdp/execute", ["cmd": .string(name), "params": values])
  }

  // MARK: - What is looked at

  /// What the browser has done on the network since it was last asked: messages of Chromium's protocol.
  func network() async throws -> [JSON] {
    let entries = try await ask("se/log", ["type": "performance"]).list ?? []
    return try entries.compactMap { entry in
      try (entry["message"]?.string).flatMap { try JSON(Array($0.utf8))["message"] }
    }
  }

  /// The serious faults for readers with a screen reader, a keyboard or weak eyes, one a line.
  func accessibilityFaults() async throws -> String {
    let axe = try String(contentsOfFile: Self.checker, encoding: .utf8)
    let script =
      axe + """
        ;const done = arguments[arguments.length - 1];
        axe.run().then((result) => done(result.violations.map((one) =>
          [one.impact, one.id, one.nodes.map((node) => node.html).slice(0, 3).join(" | ")].join(": "))))
          .catch((error) => done(["serious: " + error]));
        """
    let found = try await ask("execute/async", ["script": .string(script), "args": []])
    let faults = (found.list ?? ["serious: the checker said nothing"]).compactMap(\.string)
    return faults.filter { $0.hasPrefix("serious") || $0.hasPrefix("critical") }
      .joined(separator: "\n")
  }
}

struct BrowserFailure: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}
