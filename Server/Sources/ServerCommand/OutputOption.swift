internal import ArgumentParser
internal import ServerJSON

/// How a command prints what it lists or makes.
struct OutputOption: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "text, or json: an object on each line.") var output = Format.text

  /// Prints one thing: its values with tabs between them, or as an object without those that lack.
  func show(_ values: (name: String, value: String?)...) {
    switch output {
    case .text: print(values.map { $0.value ?? "-" }.joined(separator: "\t"))
    case .json:
      let object = JSON.members(values.map { ($0.name, $0.value.map(JSON.string)) })
      print(String(decoding: object.bytes, as: UTF8.self))
    }
  }
}
