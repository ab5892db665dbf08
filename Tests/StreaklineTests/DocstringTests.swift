import Foundation
import Testing

/// Whoever uses the library reads its docstrings, and not its sources.
@Suite struct DocstringTests {
  @Test(arguments: ["Streakline", "StreaklineCore", "StreaklineSync"])
  func `each public declaration has a docstring`(module: String) throws {
    let folder = Tool.root.appending(path: "Sources/\(module)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    var count = 0
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let found = PublicDeclarations(of: text)
      count += found.count
      #expect(found.withoutDocstring == [], "\(module)/\(path)")
    }
    #expect(count > 100)
  }

  @Test func `a public declaration without a docstring is found`() {
    let sample = """
      public import StreaklineCore

      /// A game.
      @frozen
      public enum Game: Hashable {
        /// The first one.
        case first
        case second
        // No docstring.
        public static let all = [Game.first]
        ///
        public init() {}
        @discardableResult
        public func play() -> Bool {
          switch self {
          case .first: true
          case .second: false
          }
        }
        func secret() {}
        /// Its number.
        @inlinable
        public var number: Int { 1 }
        public private(set) var name = ""
      }

      extension Game {
        public static func < (one: Game, other: Game) -> Bool { false }
      }

      /// A player.
      public protocol Player {
        /// Plays.
        func play()
        var name: String { get }
      }

      public extension Player {
        func rest() {}
        private func sleep() {}
      }

      @MainActor public final class Board {}
      """
    let found = PublicDeclarations(of: sample)
    #expect(
      found.withoutDocstring == [
        "8: case second",
        "10: public static let all = [Game.first]",
        "12: public init() {}",
        "14: public func play() -> Bool {",
        "24: public private(set) var name = \"\"",
        "28: public static func < (one: Game, other: Game) -> Bool { false }",
        "35: var name: String { get }",
        "39: func rest() {}",
        "43: @MainActor public final class Board {}",
      ])
    #expect(found.count == 14)
  }
}

/// The declarations of a Swift file that are public: those with the word, the cases of public enums,
/// and what public protocols and extensions declare. The file is indented as `swift format` does it.
private struct PublicDeclarations {
  private(set) var count = 0
  /// Line number and text of each declaration that no docstring precedes.
  private(set) var withoutDocstring: [String] = []

  /// A public type or extension whose members are public without the word.
  private struct Container {
    let indent: Int
    let hasOnlyCases: Bool

    /// - Parameter code: A line without its indentation.
    /// - Returns: `nil` unless the line starts a container of several lines.
    init?(_ code: Substring, indent: Int) {
      let start = #/^(?:@\w+(?:\([^)]*\))? )*public (?:indirect )?(enum|protocol|extension)\s/#
      guard let match = code.firstMatch(of: start), !code.hasSuffix("}") else { return nil }
      (self.indent, hasOnlyCases) = (indent, match.1 == "enum")
    }

    func declares(_ code: Substring, indent: Int) -> Bool {
      let member =
        #/
        ^(?:@\w+(?:\([^)]*\))?\s)* (?:(?:static|mutating|nonisolated)\s)*
        (?:func|var|let|init|subscript|associatedtype|typealias|struct|enum|class)\b
        /#
      guard indent == self.indent + 2 else { return false }
      return hasOnlyCases
        ? code.hasPrefix("case ") || code.hasPrefix("indirect case ") : code.contains(member)
    }
  }

  init(of text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var containers: [Container] = []
    for (index, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      let indent = line.count - code.count
      if code.hasPrefix("}") { containers.removeAll { $0.indent >= indent } }
      // A regular expression on each line would take seconds.
      let mayBePublic = code.contains("public ")
      if mayBePublic && Self.isPublic(code)
        || containers.last?.declares(code, indent: indent) == true
      {
        count += 1
        if !Self.hasDocstring(lines[..<index]) { withoutDocstring.append("\(index + 1): \(code)") }
      }
      if mayBePublic, let container = Container(code, indent: indent) {
        containers.append(container)
      }
    }
  }

  private static func isPublic(_ code: Substring) -> Bool {
    let declaration =
      #/
      ^(?:@\w+(?:\([^)]*\))?\s)* (?:(?:final|static|nonisolated|private\(set\))\s)*
      public\s(?!import\s|extension\s)
      /#
    return code.contains(declaration)
  }

  /// Whether the lines end with a docstring that has words, with attributes after it or not.
  private static func hasDocstring(_ lines: ArraySlice<Substring>) -> Bool {
    let above = lines.reversed().lazy.map { $0.drop { $0 == " " } }.drop { $0.hasPrefix("@") }
    return above.prefix { $0.hasPrefix("///") }.contains { $0.contains { $0 != "/" && $0 != " " } }
  }
}
