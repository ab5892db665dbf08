internal import Foundation
internal import ServerJSON

/// What a type's fields hold, by the remote's names: `string`, `int`, `double`, `bool`, `date`, `bytes`,
/// `reference`, `strings` or `object`.
typealias FieldKinds = [String: String]

/// Turns values of the tool's protocol into fields of CloudKit Web Services, and back (CloudKit Web Services).
///
/// CloudKit has no truth values: they are 0 and 1. Moments are milliseconds there, and texts in ISO 8601 here.
/// What the protocol has no form for, such as a location, is passed on as `{"cloudKit": {"value": …,
/// "type": …}}`.
enum FieldCoding {
  private static let wrapper = "cloudKit"

  /// The field that is sent for a value; `nil` when it is to be left out, because it came from there.
  static func field(_ value: JSON, kind: String?) -> JSON? {
    switch (kind, value) {
    case (_, .null): return ["value": .null]
    case (_, .object(let members)) where members.count == 1 && members[0].name == wrapper:
      return nil
    case ("date", .string(let text)):
      guard let milliseconds = milliseconds(text) else { break }
      return tagged(.int(milliseconds), "TIMESTAMP")
    case ("bytes", .string): return tagged(value, "BYTES")
    case ("reference", .string):
      return tagged(["recordName": value, "action": "NONE"], "REFERENCE")
    case ("double", .number): return tagged(value, "DOUBLE")
    case ("object", .object), ("object", .list):
      return tagged(.string(String(decoding: value.bytes, as: UTF8.self)), "STRING")
    default: break
    }
    return inferred(value)
  }

  private static func inferred(_ value: JSON) -> JSON? {
    switch value {
    case .string: tagged(value, "STRING")
    case .bool(let truth): tagged(.int(truth ? 1 : 0), "INT64")
    case .number(let digits): tagged(value, Int(digits) == nil ? "DOUBLE" : "INT64")
    case .list(let values) where values.allSatisfy({ $0.string != nil }):
      tagged(value, "STRING_LIST")
    case .list(let values) where values.allSatisfy({ $0.int != nil }):
      tagged(value, "INT64_LIST")
    default: tagged(.string(String(decoding: value.bytes, as: UTF8.self)), "STRING")
    }
  }

  private static func tagged(_ value: JSON, _ type: String) -> JSON {
    ["value": value, "type": .string(type)]
  }

  /// The value of a field that came.
  static func value(_ field: JSON, kind: String?) -> JSON {
    let value = field["value"] ?? .null
    guard value != .null else { return .null }
    let plain: JSON? =
      switch (field["type"]?.string, kind) {
      case ("STRING", _): value.string == nil ? nil : value
      case ("INT64", _): whole(value)
      // A number without a fraction could not be told from an integer when it goes back.
      case ("DOUBLE", .some), ("NUMBER_DOUBLE", .some): value.double == nil ? nil : value
      case ("DOUBLE", nil): value.double != nil && value.int == nil ? value : nil
      case ("TIMESTAMP", "date"), ("TIMESTAMP", "string"): whole(value)?.int.map(moment)
      case ("BYTES", "bytes"): value.string == nil ? nil : value
      case ("REFERENCE", "reference"): value["recordName"]
      case ("STRING_LIST", _):
        value.list?.allSatisfy { $0.string != nil } == true ? value : nil
      case (nil, _): value.string == nil && value.int == nil ? nil : value
      default: nil
      }
    return plain ?? [wrapper: field]
  }

  private static func whole(_ value: JSON) -> JSON? {
    if value.int != nil { return value }
    return value.string.flatMap { Int($0) }.map(JSON.int)
  }

  /// A text such as `2026-04-10T07:05:09Z`, with milliseconds where there are some.
  private static func moment(_ milliseconds: Int) -> JSON {
    // Formatting a date with a fraction cuts what a Double cannot hold, a millisecond for some.
    let (seconds, part) = (milliseconds - milliseconds.mod(1_000), milliseconds.mod(1_000))
    let text = Date(timeIntervalSince1970: Double(seconds / 1_000)).formatted(.iso8601)
    guard part > 0 else { return .string(text) }
    return .string("\(text.dropLast()).\(String(1_000 + part).dropFirst())Z")
  }

  /// Milliseconds since 1970; `nil` for what is no moment in ISO 8601.
  private static func milliseconds(_ text: String) -> Int? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard let date = try? style.parse(text) else { return nil }
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    return abs(milliseconds) < 1e15 ? Int(milliseconds) : nil
  }
}

extension Int {
  /// The remainder that is never negative.
  fileprivate func mod(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
