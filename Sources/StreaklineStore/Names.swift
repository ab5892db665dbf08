package import StreaklineCore

/// GRDB also has a class `Record`. In this module the name means our record.
package typealias Record = StreaklineCore.Record
