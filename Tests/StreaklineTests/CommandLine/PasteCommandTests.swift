import Foundation
import Testing

/// The clipboard as an input. A script stands for the desktop's tool: the machines of CI have no desktop.
@Suite struct PasteCommandTests {
  /// A tool whose desktop has that in its clipboard.
  private func tool(_ script: String, named name: String = "xclip") throws -> Tool {
    let tool = try Tool()
    let path = try tool.write("#!/bin/sh\nPATH=/usr/bin:/bin\n" + script, to: "bin/" + name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return tool
  }

  private func variables(_ tool: Tool, _ more: [String: String] = ["DISPLAY": ":0"])
    -> [String: String]
  {
    // The machine's own tools are out of reach.
    more.merging(["PATH": tool.folder.path + "/bin"]) { own, _ in own }
  }

  private func script(printing text: String) -> String { "cat <<'END'\n\(text)\nEND\n" }

  @Test(arguments: [
    ("xclip", "DISPLAY"), ("wl-paste", "WAYLAND_DISPLAY"), ("powershell.exe", "WSL_DISTRO_NAME"),
  ])
  func `a share in the clipboard is stored by the tool of the desktop`(
    program: String, variable: String
  )
    throws
  {
    let tool = try tool(script(printing: wordle(1063)), named: program)
    defer { tool.remove() }
    let run = try tool.run(
      ["paste", "--user", "ana"], more: variables(tool, [variable: "x"]))
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      try tool.run(["results", "--output", "json"]).objects.map { $0["userId"] as? String } == [
        "ana"
      ])
  }

  @Test(arguments: ["my password is hunter2", "Wordle is fun", "Wordle 1,063 9/6"])
  func `of a clipboard without a result nothing is stored`(text: String) throws {
    let tool = try tool(script(printing: text))
    defer { tool.remove() }
    let run = try tool.run(["paste"], more: variables(tool))
    #expect(run.status == 1)
    let files = FileManager.default.enumerator(atPath: tool.folder.path)?.compactMap {
      $0 as? String
    }
    for file in files ?? [] where file != "bin/xclip" {
      let content = FileManager.default.contents(atPath: tool.folder.path + "/" + file)
      #expect(
        content.map { !String(decoding: $0, as: UTF8.self).contains(text) } ?? true, "\(file)")
    }
  }

  @Test(arguments: [("y\n", 0, 2), ("n\n", 65, 0), ("\n", 65, 0)])
  func `at a terminal a word that may be somebody's is asked about`(
    typed: String, status: Int32, count: Int
  ) throws {
    let tool = try tool(script(printing: "Lisbon today!\n\(wordle(1063))\n\n\(wordle(1064))"))
    defer { tool.remove() }
    let run = try tool.terminal(
      ["paste"], input: nil, typed: typed,
      more: ["DISPLAY": ":0", "PATH": tool.folder.path + "/bin:/usr/bin:/bin"])
    #expect(
      run.output.contains("“Lisbon” may say whose result this is. Is everything in it yours?"))
    #expect(!run.output.contains("Ctrl-D"))
    #expect(run.status == status)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == count)
    let unasked = try tool.run(["paste"], more: variables(tool))
    #expect(unasked.status == 65 && !unasked.talk.contains("[y/N]"))
  }

  @Test func `an empty clipboard, a missing tool and a missing desktop are said`() throws {
    let tool = try tool("exit 1\n")
    defer { tool.remove() }
    let empty = try tool.run(["paste"], more: variables(tool))
    #expect(empty.status == 1)
    #expect(empty.talk.contains("the clipboard holds no text"))
    let missing = try tool.run(
      ["paste"], more: variables(tool, ["WAYLAND_DISPLAY": "wayland-0"]))
    #expect(missing.status == 78)
    #expect(missing.talk.contains("install wl-clipboard"))
    let without = try tool.run(["paste"], more: variables(tool, [:]))
    #expect(without.status == 78)
    #expect(without.talk.contains("no desktop runs here"))
  }

  @Test func `a tool that does not answer or prints without an end is stopped`() throws {
    let silent = try tool("exec sleep 60\n")
    defer { silent.remove() }
    let start = ContinuousClock.now
    let run = try silent.run(["paste"], more: variables(silent))
    #expect(run.status == 75)
    #expect(run.talk.contains("xclip has not answered within 2 s"))
    let endless = try tool("exec yes\n")
    defer { endless.remove() }
    let long = try endless.run(["paste"], more: variables(endless))
    #expect(long.status == 65)
    #expect(long.talk.contains("more than 1 MiB"))
    let large = try tool("head -c 3000000 /dev/zero | tr '\\0' x\n")
    defer { large.remove() }
    #expect(try large.run(["paste"], more: variables(large)).status == 65)
    #expect(ContinuousClock.now - start < .seconds(50))
  }
}
