/// The records, near misses and issues of one part of an input, on their way from the parser to the
/// store.
package struct ParsedChunk: Sendable {
  /// Results, in the order in which they were found.
  package var records: [Record]
  /// Texts that look like a share but that no variant of the game's rule reads.
  package var nearMisses: [NearMiss]
  /// ``DayProblem/earliest`` of the messages that have one, by the index of the record.
  package var earliestDays: [Int: Day] = [:]
  /// The indexes of records that the input holds as finished results, as an export of this program does. Such a record may
  /// have no time, and it was not entered just now.
  package var ready: Set<Int> = []
  /// Users whose shares were left out, because the caller asked for other users only.
  package var leftOutUsers: Set<String> = []
  /// Users whose shares were left out, because the user has them forgotten.
  package var forgottenUsers: Set<String> = []
  /// The first names of bots whose messages were left out.
  package var bots: Set<String> = []
  /// People with ids who are new or have new names, by format and id.
  package var people: [String: Person] = [:]
  package var statistics = MessageStatistics()
  /// What could not be read, and where.
  package var issues: [ReadIssue] = []
  /// Streaks that an app has written into its export, to be compared with a recount.
  package var exportedStreaks: [ExportedStreak] = []
  /// Games whose rule hit a limit, once for each text on which it did.
  package var limitedGames: [String] = []
  /// Offset in the input at which this part ends. Everything before it has been returned.
  package var end: Int

  package init(records: [Record] = [], nearMisses: [NearMiss] = [], end: Int = 0) {
    self.records = records
    self.nearMisses = nearMisses
    self.end = end
  }

  /// Adds the part that follows this one.
  package mutating func append(_ next: ParsedChunk) {
    for (index, day) in next.earliestDays { earliestDays[records.count + index] = day }
    for index in next.ready { ready.insert(records.count + index) }
    records += next.records
    nearMisses += next.nearMisses
    leftOutUsers.formUnion(next.leftOutUsers)
    forgottenUsers.formUnion(next.forgottenUsers)
    bots.formUnion(next.bots)
    people.merge(next.people) { $1 }
    statistics += next.statistics
    issues += next.issues
    exportedStreaks += next.exportedStreaks
    limitedGames += next.limitedGames
    end = next.end
  }
}
