/// What becomes of a share in a forwarded message.
public enum ForwardPolicy: String, CaseIterable, Sendable {
  /// It is the result of whoever forwards it.
  case count
  /// It is left out.
  case skip
  /// It is the result of its author; where the export does not name him, a near miss.
  case origin
}
