import StreaklineCore
import Testing

@Suite struct FieldValueTests {
  private let type = RecordType(
    name: "Sample", form: .document,
    fields: RecordType.Kind.allCases.map { RecordType.Field($0.rawValue, $0) })

  @Test(
    arguments: [
      ("string", "a = b", .string("a = b")), ("int", "-12", .int(-12)),
      ("double", "12.5", .double(12.5)), ("bool", "true", .bool(true)),
      ("bool", "no", .bool(false)),
      ("date", "2026-10-03T21:30:00Z", .string("2026-10-03T21:30:00Z")),
      ("bytes", "aGVsbG8=", .string("aGVsbG8=")), ("reference", "group_a", .string("group_a")),
      ("strings", "one,two", .list([.string("one"), .string("two")])),
      ("strings", "[\"one, two\"]", .list([.string("one, two")])),
      ("object", "{\"a\":1}", .object(["a": .int(1)])), ("int", "", .null), ("object", "", .null),
    ] as [(String, String, Value)])
  func `a typed value is read as the field's kind`(name: String, text: String, value: Value) throws
  {
    #expect(try type.value(text, for: name) == value)
    #expect(try type.value(value, for: name) == value)
  }

  @Test(arguments: [
    ("int", "1.5"), ("int", "soon"), ("double", "nan"), ("double", "1e999"), ("bool", "maybe"),
    ("date", "2026-10-03"), ("date", "2026-10-03T21:30:00"), ("date", "yesterday"),
    ("bytes", "aGVsbG8"), ("bytes", "a=b="), ("bytes", "===="), ("strings", "[1,2]"),
    ("strings", "[\"one\""), ("object", "[1]"), ("object", "red"),
  ])
  func `a value of another kind is refused with what the field takes`(name: String, text: String) {
    let mistake = #expect(throws: ValueMistake.self) { try type.value(text, for: name) }
    #expect(mistake?.summary == "'\(text)' cannot be the field '\(name)' of Sample")
    #expect(mistake?.help.hasPrefix("the field takes ") == true)
  }

  @Test(
    arguments: [
      ("string", .int(1)), ("int", .string("1")), ("int", .double(1.5)), ("bool", .int(1)),
      ("date", .string("soon")), ("reference", .string("")), ("strings", .string("one")),
      ("object", .list([])),
    ] as [(String, Value)])
  func `a JSON value of another kind is refused`(name: String, value: Value) {
    #expect(throws: ValueMistake.self) { try type.value(value, for: name) }
  }

  @Test func `an unknown field is refused with the nearest name`() {
    let mistake = #expect(throws: ValueMistake.self) { try type.value("1", for: "strng") }
    #expect(mistake?.summary == "Sample has no field 'strng'")
    #expect(mistake?.help == "did you mean 'string'?")
    let other = #expect(throws: ValueMistake.self) { try type.value("1", for: "weather") }
    #expect(other?.help.hasPrefix("its fields are string, int") == true)
  }

  @Test func `setting fields keeps the others, also those that the type does not declare`() {
    let type = RecordType(
      name: "T", form: .document, fields: [.init("a", .int), .init("b", .int), .init("c", .int)])
    let former: Fields = ["fromAfar": .string("x"), "b": .int(2), "a": .int(1)]
    let expected: Fields = ["a": .int(7), "b": .int(2), "c": .null, "fromAfar": .string("x")]
    #expect(type.setting(["a": .int(7)], in: former) == expected)
    #expect(type.setting(["c": .int(3)], in: nil) == ["a": .null, "b": .null, "c": .int(3)])
  }

  @Test func `the documents of the four apps are declared once, each as a document`() {
    let names = RecordSchema.documents.types.map(\.name)
    #expect(Set(names).count == names.count && names.count == 13)
    #expect(RecordSchema.documents.types.allSatisfy { $0.form == .document })
    #expect(names.allSatisfy { RecordSchema.standard[$0] == nil })
  }
}
