/// Objects that are in memory already, one after the other, as if they were read from a file.
struct ReadObjects: FieldObjects {
  private var rest: ArraySlice<FieldObject>
  private(set) var position = 0
  var problem: String? { nil }
  var around: [FieldObject] { [] }

  init(_ objects: [FieldObject]) {
    rest = objects[...]
  }

  mutating func next() -> FieldObject? {
    guard let object = rest.popFirst() else { return nil }
    position += object.fields.reduce(1) { $0 + $1.value.count }
    return object
  }
}
