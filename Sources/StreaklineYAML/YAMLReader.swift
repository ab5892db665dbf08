package import StreaklineCore
internal import Yams

/// Reads a YAML file node by node and gathers everything that is wrong with its shape.
///
/// Rule files and pipeline files are read through it; each kind of file adds the reading of its own
/// keys in an extension.
package struct YAMLReader {
  /// The largest file that is read, in bytes.
  package static let maximumFileSize = 262_144
  private static let maximumDepth = 16
  private static let maximumNodes = 10_000

  package private(set) var problems: [Problem] = []
  package let document: SourceText

  /// - Parameters:
  ///   - path: The file's name in messages.
  ///   - text: The file's content. A byte order mark, with which some editors start it, is ignored.
  package init(path: String, text: String) {
    document = SourceText(path: path, text: text)
  }

  /// The file's first line, for problems of the whole file.
  package var start: Problem.Location { Problem.Location(file: document.path) }

  package mutating func report(
    _ code: String, _ summary: String, at location: Problem.Location, help: String? = nil
  ) {
    problems.append(
      Problem(
        code, summary, at: location, sourceLine: document.line(location.line), help: help))
  }

  /// The file's root node; `nil` after a problem was reported.
  package mutating func root() -> YAMLNode? {
    guard document.text.utf8.count <= Self.maximumFileSize else {
      report("R004", "the file is larger than 256 KiB", at: start)
      return nil
    }
    guard !document.text.unicodeScalars.contains("\u{FFFD}") else {
      report("R004", "the file is not UTF-8", at: start, help: "save it as UTF-8")
      return nil
    }
    // A file of 400 bytes can expand to billions of nodes by aliases, so that composing it never
    // ends. Its outline has the same shape and no alias.
    let text = Outline.text(of: document.text)
    guard let root = composed(text ?? document.text) else { return nil }
    var count = 0
    guard isPlain(root, depth: 0, count: &count) else { return nil }
    guard text == nil || !Outline.isAmbiguous(document.text) else {
      return composed(document.text).map {
        YAMLNode(node: $0, isOutline: false, document: document)
      }
    }
    return YAMLNode(node: root, isOutline: text != nil, document: document)
  }

  private mutating func composed(_ text: String) -> Node? {
    do {
      if let node = try Yams.compose(yaml: text, .basic, Constructor([:], [:], [:]), .utf8) {
        return node
      }
      report("R004", "the file is empty", at: start)
    } catch let error as YamlError {
      reportSyntax(error)
    } catch {
      report("R004", "not readable as YAML: \(error)", at: start)
    }
    return nil
  }

  private mutating func reportSyntax(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let location = document.location(mark)
      let sign = Outline.firstSign(near: location, in: document)
      if sign == nil, let mistake = SyntaxMistake(near: location, saying: problem, in: document) {
        report("R004", mistake.summary, at: mistake.location, help: mistake.help)
      } else if problem.contains("escape") {
        report(
          "R103", "in double quotes, a backslash starts a YAML escape sequence", at: location,
          help: "write a pattern in single quotes or as a block (|)")
      } else if let sign {
        reportSign(at: sign)
      } else {
        report(
          "R004", "not readable as YAML: \(explanation(of: problem, at: location))", at: location,
          help: "look at the quotes, brackets and indentation here and on the line above")
      }
    case .reader:
      reportControlCharacter()
    case .duplicatedKeysInMapping(let duplicates, let context):
      report(
        "R004",
        "the key \(duplicates.map(Outline.restored).joined(separator: ", ")) is here twice",
        at: document.location(context.mark), help: "keep one of the two")
    default:
      report("R004", "not readable as YAML", at: start)
    }
  }

  /// What a message of libyaml's scanner or parser means to the author of the file.
  private func explanation(of problem: String, at location: Problem.Location) -> String {
    let isTab = problem.contains("tab character") || document.character(at: location) == "\t"
    if isTab { return "a tab cannot indent a line; use spaces" }
    let meanings = [
      ("end of stream", "a quote is not closed"),
      ("document indicator", "a quote is not closed"),
      ("nesting", "the file is nested too deeply"),
      ("',' or", "a bracket is not closed, or a comma is missing"),
      ("node content", "a value is missing, or a bracket is not closed"),
      ("expected ':'", "a key needs ': ' and its value"),
      ("mapping values", "a ': ' cannot be here; quote a text that has one"),
      ("sequence entries", "a '- ' cannot be here"),
      ("start any token", "a text that starts with this character needs quotes"),
      ("expected key", "the indentation does not fit the lines above"),
      ("indicator", "the indentation does not fit the lines above"),
    ]
    return meanings.first { problem.contains($0.0) }?.1 ?? "something here is not in its place"
  }

  /// Reports the first character that YAML does not allow in any place (YAML 1.2 section 5.1).
  private mutating func reportControlCharacter() {
    var location = start
    for scalar in document.text.unicodeScalars {
      switch scalar.value {
      case 0x0A:
        location.line += 1
        location.column = 0
      case 0x09, 0x0D, 0x85: break
      case ..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF:
        let code = String(scalar.value, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
        report(
          "R004", "the control character U+\(digits) cannot be in a YAML file", at: location,
          help: "remove it")
        return
      default: break
      }
      location.column += 1
    }
    report("R004", "not readable as YAML", at: start)
  }

  private mutating func reportSign(at location: Problem.Location) {
    report(
      "R005", "anchors (&), aliases (*), tags (!) and '? ' before a key are not allowed",
      at: location, help: "write the value out; quote a text that starts with one of these signs")
  }

  /// Whether the file has no anchor, alias, tag or merge key, which our files do not need, and not
  /// too many nodes or levels.
  private mutating func isPlain(_ node: Node, depth: Int, count: inout Int) -> Bool {
    count += 1
    let location = document.location(node.mark)
    guard depth <= Self.maximumDepth, count <= Self.maximumNodes else {
      report("R005", "the file is nested too deeply or has too many nodes", at: location)
      return false
    }
    if let sign = document.character(at: location), Outline.signs.contains(sign) {
      reportSign(at: location)
      return false
    }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard isPlain(key, depth: depth + 1, count: &count),
          isPlain(value, depth: depth + 1, count: &count)
        else { return false }
        guard key.scalar != nil else {
          report("R005", "a key must be a text", at: document.location(key.mark))
          return false
        }
        if key.scalar?.string == "<<" {
          report("R005", "merge keys are not allowed", at: document.location(key.mark))
          return false
        }
      }
    case .sequence(let sequence):
      for element in sequence where !isPlain(element, depth: depth + 1, count: &count) {
        return false
      }
    case .scalar, .alias:
      break
    }
    return true
  }
}

/// A YAML text without the signs that make anchors, aliases, tags and keys of several nodes.
///
/// Each sign becomes a letter of Unicode's private use area. Inside a scalar or a comment this changes
/// nothing but the scalar's text. Where a sign would start a node, a plain scalar starts at the same
/// location instead, so the first sign that YAML would obey is found at a node of the outline.
enum Outline {
  static let signs: [Unicode.Scalar] = ["&", "*", "!", "?"]
  private static let letters = ["\u{E000}", "\u{E001}", "\u{E002}", "\u{E003}"]
  /// What all letters start with in UTF-8, and other rare characters.
  private static let firstByte: UInt8 = 0xEE

  /// - Returns: `nil` for a text without signs, which is its own outline.
  static func text(of text: String) -> String? {
    let ascii = signs.map { UInt8(ascii: $0) }
    guard text.utf8.contains(where: ascii.contains) else { return nil }
    var outline: [UInt8] = []
    outline.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if let index = ascii.firstIndex(of: byte) {
        outline += letters[index].utf8
      } else {
        outline.append(byte)
      }
    }
    return String(decoding: outline, as: UTF8.self)
  }

  /// Whether a text may have one of the letters itself, also as an escape, so that they do not say where a sign was.
  static func isAmbiguous(_ text: String) -> Bool {
    var before: UInt8 = 0
    for byte in text.utf8 {
      if byte == firstByte { return true }
      if before == UInt8(ascii: "\\"), byte | 0x20 == UInt8(ascii: "u") { return true }
      before = byte
    }
    return false
  }

  /// A scalar of an outline with the signs that it has in the file.
  static func restored(_ scalar: String) -> String {
    guard scalar.utf8.contains(firstByte) else { return scalar }
    var restored = String.UnicodeScalarView()
    for letter in scalar.unicodeScalars {
      let index = Int(letter.value) - 0xE000
      restored.append(signs.indices.contains(index) ? signs[index] : letter)
    }
    return String(restored)
  }

  /// The first sign that may start a node on the line where composing stopped, or on the one above.
  static func firstSign(near location: Problem.Location, in document: SourceText)
    -> Problem.Location?
  {
    for number in [location.line, location.line - 1] {
      var before: Unicode.Scalar = " "
      for (index, scalar) in document.line(number).unicodeScalars.enumerated() {
        if signs.contains(scalar), " [{,:-".unicodeScalars.contains(before) {
          return Problem.Location(file: location.file, line: number, column: index + 1)
        }
        before = scalar
      }
    }
    return nil
  }
}
