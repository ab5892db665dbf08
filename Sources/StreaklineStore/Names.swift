package import StreaklineCore

/// GRDB has a class of this name too; here it is always our record.
package typealias Record = StreaklineCore.Record
