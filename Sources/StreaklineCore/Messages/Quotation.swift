/// A part of a message that the export marks as somebody else's words.
package struct Quotation: Hashable, Sendable {
  /// A range of the message's text.
  package var range: Range<Int>
  package var origin: MessageOrigin

  package init(_ range: Range<Int>, _ origin: MessageOrigin = MessageOrigin(.quoted)) {
    self.range = range
    self.origin = origin
  }
}
