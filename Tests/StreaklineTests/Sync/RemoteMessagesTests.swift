import StreaklineCore
import StreaklineSync
import Testing

@Suite struct RemoteMessagesTests {
  @Test func `a field that is null is kept on the way from a program and back`() throws {
    let page = #"""
      {"records":[{"zone":"z","recordName":"n","type":"T","fields":{"a":null,"b":[null,{"c":null}]}}],
      "deleted":[],"token":"1","more":false}
      """#
    let answer = try #require(RemoteMessages.answer(Array(page.replacing("\n", with: "").utf8)))
    guard case .changes(let changes) = try RemoteMessages.page(answer, of: "z") else {
      Issue.record("there are no changes")
      return
    }
    let fields = try #require(changes.records.first?.fields)
    #expect(fields["a"] == .null && fields.count == 2)
    let record = OutgoingRecord(
      zone: "z", recordName: "n", type: "T", version: 1, isDeleted: false, stamp: nil,
      fields: fields)
    let line = String(decoding: RemoteMessages.push([record], atomic: false), as: UTF8.self)
    #expect(line.contains(#""fields":{"a":null,"b":[null,{"c":null}]}"#), "\(line)")
  }
}
