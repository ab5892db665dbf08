internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the input; auto recognises it from the content: "
        + InputFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "format"))
  var format = "auto"

  @Option(
    help: ArgumentHelp(
      "The time zone of times that name none, such as Europe/Berlin; this machine's if not given.",
      valueName: "zone"))
  var timezone: NamedTimeZone?

  @Option(
    help: ArgumentHelp(
      "The order of day, month and year where the file does not show it: dmy, mdy or ymd.",
      valueName: "order"))
  var dateOrder: DateOrder?

  @Option(
    help: ArgumentHelp(
      "Whose a forwarded share is: origin (its author's), count (the forwarder's) or skip.",
      valueName: "origin"))
  var forwards = ForwardPolicy.origin

  @Option(
    help: ArgumentHelp(
      "The field of JSON, XML or a table that says who sent a text.", valueName: "field"))
  var sender: String?

  @Option(help: ArgumentHelp("The field that is the text.", valueName: "field"))
  var text: String?

  @Option(help: ArgumentHelp("The field that says when it was sent.", valueName: "field"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "What the messages have that you sent, such as Richtung=Ausgang. Again for each further value of the field.",
      valueName: "field=value"))
  var sent: [String] = []

  @Flag(
    help: "Read messages of bots too, in groups whose members write through one.")
  var bots = false

  func validate() throws {
    if let wrong = sent.first(where: { NamedFields.parts(ofSent: $0) == nil }) {
      throw ValidationError("--sent \(wrong): write a field and its value: --sent FIELD=VALUE")
    }
    let fields = Set(sent.compactMap { NamedFields.parts(ofSent: $0)?.field })
    guard fields.count < 2 else {
      throw ValidationError(
        "--sent names the fields \(fields.sorted().joined(separator: " and ")): name one, with each of its values"
      )
    }
    guard format == "auto" || InputFormat(rawValue: format) != nil else {
      let names = InputFormat.allCases.map(\.rawValue)
      let hint = suggestion(for: format, among: names).map { "; \($0)" } ?? ""
      throw ValidationError(
        "--format \(format): there is no such format\(hint) (auto, \(names.joined(separator: ", ")))"
      )
    }
  }

  var zone: NamedTimeZone { timezone ?? UserSettings.zone }

  /// - Parameter ownsUnnamed: Whether somebody has typed who `user` is.
  func request(_ path: String, user: String, ownsUnnamed: Bool) -> ImportRequest {
    var request = ImportRequest(
      path: path, format: InputFormat(rawValue: format),
      options: ReaderOptions(
        zone: zone, dateOrder: dateOrder ?? UserSettings.current.dateOrder, user: user))
    request.options.fields = NamedFields(sender: sender, text: text, time: time, sent: sent)
    request.options.ownsUnnamed = ownsUnnamed
    request.options.readsBots = bots
    request.forwards = forwards
    return request
  }
}
