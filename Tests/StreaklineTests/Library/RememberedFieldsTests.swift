import Foundation
import StreaklineCore
import Testing

@testable import Streakline

/// The fields that were named for a file of some form, in later files of the same form.
@Suite struct RememberedFieldsTests {
  let folder: TemporaryFolder
  let store: RecordStore

  init() throws {
    folder = try TemporaryFolder()
    let rule = try Data(contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"))
    try folder.write("wordle.yaml", Array(rule))
    store = try RecordStore(
      path: folder.file("s.db"), rules: GameRules(folders: [folder.path]))
  }

  /// A file in which two fields may each be the sender.
  private enum Form: String, CaseIterable {
    case json, csv, xml

    /// - Parameters:
    ///   - isReversed: Whether the fields come in another order.
    ///   - extra: A field more.
    func text(_ number: Int, isReversed: Bool = false, extra: String? = nil) -> String {
      var names = ["sender", "author", "content", "ts"] + (extra.map { [$0] } ?? [])
      if isReversed { names.reverse() }
      let rows = [("Ann", "Bob", "4"), ("Bob", "Ann", "3")].map { sender, author, score in
        let values = [
          "sender": sender, "author": author, "content": "Wordle \(number) \(score)/6",
          "ts": "2026-10-02T08:00:00Z",
        ]
        return names.map { ($0, values[$0] ?? "x") }
      }
      switch self {
      case .json:
        let objects = rows.map { row in
          "{" + row.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        }
        return "[" + objects.joined(separator: ",") + "]"
      case .csv:
        return ([names] + rows.map { $0.map(\.1) })
          .map { $0.joined(separator: ",") + "\n" }.joined()
      case .xml:
        let elements = rows.map { row in
          "<m>" + row.map { "<\($0)>\($1)</\($0)>" }.joined() + "</m>"
        }
        return "<all>" + elements.joined() + "</all>"
      }
    }
  }

  /// - Returns: User and score of the file's results; `nil` where it is refused.
  private func read(_ text: String, sender: String? = nil) throws -> [String]? {
    var options = ImportOptions()
    if let sender {
      (options.senderField, options.textField, options.timeField) = (sender, "content", "ts")
    }
    do {
      return try store.ingest(text, options: options).results
        .map { "\($0.record.userId) \($0.record.fields["score"]?.int ?? 0)" }.sorted()
    } catch let error as LibraryError where error.kind == .damaged {
      return nil
    }
  }

  @Test(arguments: Form.allCases)
  private func `the next file of a form needs no options, whatever the order of its fields`(
    form: Form
  ) throws {
    #expect(try read(form.text(1_931)) == nil)
    #expect(try read(form.text(1_931), sender: "sender") == ["Ann 4", "Bob 3"])
    #expect(try read(form.text(1_932)) == ["Ann 4", "Bob 3"])
    #expect(try read(form.text(1_933, isReversed: true)) == ["Ann 4", "Bob 3"])
  }

  @Test(arguments: Form.allCases)
  private func `a field more makes another form, which is asked about again`(form: Form) throws {
    _ = try read(form.text(1_931), sender: "sender")
    #expect(try read(form.text(1_932, extra: "room")) == nil)
    #expect(try read(form.text(1_932)) != nil)
  }

  @Test func `a column that is empty this time is a field of the form`() throws {
    let header = "sender,author,content,ts,note\n"
    _ = try read(
      header + "Ann,Bob,Wordle 1931 4/6,2026-10-02,hi\nBob,Ann,,2026-10-02,\n", sender: "sender")
    #expect(
      try read(header + "Ann,Bob,Wordle 1932 4/6,2026-10-03,\nBob,Ann,,2026-10-03,\n") == ["Ann 4"])
  }

  @Test(arguments: Form.allCases)
  private func `options that differ win and are remembered from then on`(form: Form) throws {
    _ = try read(form.text(1_931), sender: "sender")
    #expect(try read(form.text(1_932), sender: "author") == ["Ann 3", "Bob 4"])
    #expect(try read(form.text(1_933)) == ["Ann 3", "Bob 4"])
    // Also where the file is known by these options, so that nothing is read.
    try folder.write("known.\(form)", Array(form.text(1_931).utf8))
    for sender in ["sender", "author", "sender"] {
      var options = ImportOptions()
      options.senderField = sender
      _ = try store.importFiles(at: folder.file("known.\(form)"), options: options)
    }
    #expect(try read(form.text(1_934)) == ["Ann 4", "Bob 3"])
  }

  @Test func `what was said with an import that was undone is forgotten`() throws {
    _ = try read(Form.json.text(1_931), sender: "sender")
    _ = try read(Form.json.text(1_931), sender: "author")
    #expect(try store.actions.imports().count == 2)
    _ = try store.actions.undo(2, now: .now)
    #expect(try read(Form.json.text(1_932)) == ["Ann 4", "Bob 3"])
    _ = try store.actions.undo(1, now: .now)
    #expect(try read(Form.json.text(1_933)) == nil)
  }

  @Test func `a list of imports says on which day the fields were named`() throws {
    _ = try read(Form.json.text(1_931), sender: "sender")
    _ = try read(Form.json.text(1_932))
    let imports = try store.actions.imports()
    let day = NamedTimeZone.utc.day(of: imports[0].at).iso
    #expect(
      imports.map(\.readAs) == [
        "JSON: sender sender, text content, time ts",
        "JSON: sender sender, text content, time ts; sender, text and time as you said on \(day)",
      ])
  }

  @Test func `a file that names all senders alike is read by the same field as the others`() throws
  {
    _ = try read(Form.json.text(1_931), sender: "author")
    let text = Form.json.text(1_932).replacing("Bob", with: "Ann")
      .replacing(#""author":"Ann""#, with: #""author":"Cy""#)
    #expect(try read(text)?.allSatisfy { $0.hasPrefix("Cy") } == true)
  }
}
