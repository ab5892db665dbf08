/// A value of a file with the location where it is written.
package struct Located<Wrapped: Sendable>: Sendable {
  package var value: Wrapped
  package var location: Problem.Location

  package init(value: Wrapped, location: Problem.Location) {
    self.value = value
    self.location = location
  }
}
