import CloudKitHTTP
import ServerJSON
import Testing

/// `records/lookup` and `records/query` over HTTP.
@Suite struct LookupAndQueryTests {
  /// Runs with a user whose zone has the records n0 to n9: `number` 0 to 9, `word`, and `tags`.
  private func withRecords(
    _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: @escaping @Sendable (User) async throws -> Void
  ) async throws {
    try await RunningServer.run(change) { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let words = ["apple", "Apple", "pear", "peach", "plum", "fig", "date", "äpfel", "z", ""]
      let operations = (0..<10).map { number -> JSON in
        let tags: [JSON] = (0..<(number % 4)).map { .string("t\($0)") }
        return User.operation(
          "create", "n\(number)",
          [
            "number": ["value": .int(number)], "word": ["value": .string(words[number])],
            "tags": ["value": .list(tags), "type": "STRING_LIST"],
            "half": ["value": .number("\(Double(number) / 2)"), "type": "DOUBLE"],
            "at": ["value": .int(1_000 * number), "type": "TIMESTAMP"],
          ])
      }
      #expect(try await anna.modify(operations).codes.allSatisfy { $0 == nil })
      _ = try await anna.modify([User.operation("create", "other", type: "Other")])
      try await body(anna)
    }
  }

  private static func query(
    _ filters: [JSON] = [], sort: [JSON] = [], limit: Int? = nil, marker: JSON? = nil
  ) -> JSON {
    .members([
      ("zoneID", User.zone), ("resultsLimit", limit.map(JSON.int)), ("continuationMarker", marker),
      (
        "query",
        ["recordType": "Note", "filterBy": .list(filters), "sortBy": .list(sort)]
      ),
    ])
  }

  /// - Parameter value: The value as JSON text, and its type where it is needed.
  private static func filter(
    _ comparator: String, _ field: String, _ value: String, _ type: String? = nil
  ) -> JSON {
    [
      "comparator": .string(comparator), "fieldName": .string(field),
      "fieldValue": .members([
        ("value", .encoded(Array(value.utf8))), ("type", type.map(JSON.string)),
      ]),
    ]
  }

  /// Filters with the numbers of the records that pass.
  private static let filters: [(filter: JSON, numbers: [Int])] = [
    (filter("EQUALS", "number", "3"), [3]),
    (filter("NOT_EQUALS", "number", "3"), [0, 1, 2, 4, 5, 6, 7, 8, 9]),
    (filter("LESS_THAN", "number", "2"), [0, 1]),
    (filter("LESS_THAN_OR_EQUALS", "number", "2"), [0, 1, 2]),
    (filter("GREATER_THAN", "half", "3.5", "DOUBLE"), [8, 9]),
    (filter("GREATER_THAN_OR_EQUALS", "at", "8000", "TIMESTAMP"), [8, 9]),
    (filter("GREATER_THAN_OR_EQUALS", "at", "8000"), [8, 9]),
    (filter("IN", "number", "[1, 5, 77]", "INT64_LIST"), [1, 5]),
    (filter("NOT_IN", "number", "[0, 1, 2, 3, 4, 5, 6, 7]", "INT64_LIST"), [8, 9]),
    (filter("EQUALS", "word", #""apple""#), [0]),
    (filter("BEGINS_WITH", "word", #""p""#), [2, 3, 4]),
    (filter("NOT_BEGINS_WITH", "word", #""p""#), [0, 1, 5, 6, 7, 8, 9]),
    (filter("BEGINS_WITH", "word", #""ä""#), [7]),
    (filter("LIST_CONTAINS", "tags", #""t2""#), [3, 7]),
    (filter("NOT_LIST_CONTAINS", "tags", #""t0""#), [0, 4, 8]),
    (filter("LIST_CONTAINS_ANY", "tags", #"["t2", "t9"]"#, "STRING_LIST"), [3, 7]),
    (filter("LIST_CONTAINS_ALL", "tags", #"["t0", "t1"]"#, "STRING_LIST"), [2, 3, 6, 7]),
    (filter("NOT_LIST_CONTAINS_ALL", "tags", #"["t0", "t1"]"#, "STRING_LIST"), [0, 1, 4, 5, 8, 9]),
    (filter("NOT_LIST_CONTAINS_ANY", "tags", #"["t0"]"#, "STRING_LIST"), [0, 4, 8]),
    (filter("LIST_MEMBER_BEGINS_WITH", "tags", #""t""#), [1, 2, 3, 5, 6, 7, 9]),
    (filter("NOT_LIST_MEMBER_BEGINS_WITH", "tags", #""t""#), [0, 4, 8]),
    (filter("EQUALS", "tags", #"["t0"]"#, "STRING_LIST"), [1, 5, 9]),
    (filter("EQUALS", "___recordName", #""n4""#), [4]),
  ]

  @Test func `each comparator finds what it says`() async throws {
    try await withRecords { anna in
      for (filter, numbers) in Self.filters {
        let reply = try await anna.ask("records/query", Self.query([filter]))
        #expect(reply.status == 200, "\(filter)")
        #expect(reply.names == numbers.map { "n\($0)" }, "\(filter)")
      }
    }
  }

  @Test func `all filters together`() async throws {
    try await withRecords { anna in
      let filters = [
        Self.filter("LESS_THAN", "number", "5"), Self.filter("BEGINS_WITH", "word", #""p""#),
      ]
      let both = try await anna.ask("records/query", Self.query(filters))
      #expect(both.names == ["n2", "n3", "n4"])
      let one: JSON = [
        "zoneID": User.zone, "query": ["recordType": "Note", "filterBy": filters[0]],
      ]
      let reply = try await anna.ask("records/query", one)
      #expect(reply.names.count == 5)
    }
  }

  @Test(arguments: [1, 3, 4, 10, 200])
  func `pages have each record once, in order`(limit: Int) async throws {
    let byNumber: JSON = ["fieldName": "number", "ascending": false]
    let byName: JSON = ["systemFieldName": "recordName", "ascending": false]
    let orders: [(sort: [JSON], numbers: [Int])] = [
      ([], Array(0..<10)), ([byNumber], (0..<10).reversed()), ([byName], (0..<10).reversed()),
      ([["fieldName": "word"]], [9, 1, 0, 6, 5, 3, 2, 4, 8, 7]),
      ([["fieldName": "half"], byName], Array(0..<10)),
    ]
    try await withRecords { anna in
      for (sort, numbers) in orders {
        var (names, marker): ([String], JSON?) = ([], nil)
        var pages = 0
        repeat {
          let reply = try await anna.ask(
            "records/query", Self.query(sort: sort, limit: limit, marker: marker))
          #expect(reply.names.count <= limit)
          names += reply.names
          marker = reply.body["continuationMarker"]
          pages += 1
        } while marker != nil && pages < 20
        #expect(names == numbers.map { "n\($0)" })
      }
    }
  }

  @Test func `a marker belongs to its query`() async throws {
    try await withRecords { anna in
      let first = try await anna.ask("records/query", Self.query(limit: 2))
      let marker = try #require(first.body["continuationMarker"])
      let other = Self.query([Self.filter("EQUALS", "number", "3")], limit: 2, marker: marker)
      let reply = try await anna.ask("records/query", other)
      #expect(reply.status == 400)
      #expect(reply.code == "BAD_REQUEST")
    }
  }

  @Test func `a strict server wants an index for a query without filters`() async throws {
    try await withRecords {
      $0.isStrict = true
    } _: { anna in
      let reply = try await anna.ask("records/query", Self.query())
      #expect(reply.status == 400)
      #expect(reply.body["reason"] == "Field 'recordName' is not marked queryable")
    }
  }

  @Test func `only wanted fields come back`() async throws {
    try await withRecords { anna in
      var query = Self.query([Self.filter("EQUALS", "number", "3")]).members ?? []
      query.append(.init(name: "desiredKeys", value: ["word"]))
      let reply = try await anna.ask("records/query", .object(query))
      #expect(reply.records.first?["fields"] == ["word": ["value": "peach", "type": "STRING"]])
      let lookup: JSON = [
        "zoneID": User.zone, "numbersAsStrings": true, "desiredKeys": ["number"],
        "records": [["recordName": "n3"], ["recordName": "n4", "desiredKeys": []]],
      ]
      let records = try await anna.ask("records/lookup", lookup).records
      #expect(records.first?["fields"] == ["number": ["value": "3", "type": "INT64"]])
      #expect(records.last?["fields"] == [:])
    }
  }

  @Test func `a type that nobody has saved has no records`() async throws {
    try await withRecords { anna in
      let reply = try await anna.ask(
        "records/query", ["zoneID": User.zone, "query": ["recordType": "Never"]])
      #expect(reply.status == 200)
      #expect(reply.records.isEmpty)
      let production = try await anna.with { $0.environment = "production" }.ask(
        "records/query", ["query": ["recordType": "Never"]])
      #expect(production.status == 400)
    }
  }

  @Test func `lookups answer in the order of the names`() async throws {
    try await withRecords { anna in
      let reply = try await anna.lookup(["n5", "missing", "n1", "other", "n5"])
      #expect(reply.status == 200)
      #expect(reply.names == ["n5", "missing", "n1", "other", "n5"])
      #expect(reply.codes == [nil, "NOT_FOUND", nil, nil, nil])
    }
  }
}
