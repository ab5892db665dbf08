// Values of lower modules of which answers of the library consist. These names are seen through the library, and
// no others of their modules.
@_exported public import struct StreaklineStore.Document
@_exported public import struct StreaklineStore.UserSummary
@_exported public import enum StreaklineStore.UserChange
@_exported public import enum StreaklineStore.UndoOutcome
