// Values of lower modules of which answers of the library consist. These names are seen through the library, and
// no others of their modules.
@_exported public import enum StreaklineFiles.Interruption
@_exported public import enum StreaklineReaders.DateOrder
@_exported public import enum StreaklineReaders.InputError
@_exported public import enum StreaklineReaders.InputFormat
@_exported public import struct StreaklineReaders.NamedFields
@_exported public import struct StreaklineReaders.NamedTimeZone
@_exported public import struct StreaklineReaders.ReaderOptions
@_exported public import struct StreaklineRules.RecordBuilder
@_exported public import struct StreaklineRules.RuleDefinition
@_exported public import struct StreaklineRules.RuleExplanation
@_exported public import struct StreaklineStore.Action
@_exported public import struct StreaklineStore.Change
@_exported public import struct StreaklineStore.Conflict
@_exported public import struct StreaklineStore.Counts
@_exported public import struct StreaklineStore.Document
@_exported public import struct StreaklineStore.ErasedCounts
@_exported public import enum StreaklineStore.Outcome
@_exported public import struct StreaklineStore.PastRun
@_exported public import struct StreaklineStore.Rejection
@_exported public import struct StreaklineStore.ResultFilter
@_exported public import struct StreaklineStore.StoredDecision
@_exported public import struct StreaklineStore.StoredMiss
@_exported public import struct StreaklineStore.SyncState
@_exported public import enum StreaklineStore.UndoOutcome
@_exported public import enum StreaklineStore.UserChange
@_exported public import struct StreaklineStore.UserSummary
