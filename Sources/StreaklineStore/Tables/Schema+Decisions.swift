extension Schema {
  /// What is known here of decisions, besides their documents.
  static let tablesOfDecisions = """
    -- A decision by its document's name (`Decision`), and what was done about it here (`DecisionState`).
    -- `pipeline`: by which it came; NULL for one that was made here. `scope`: what that pipeline carries.
    -- `account`: the remote's, where it is one person's. `results`: how many it concerned here.
    CREATE TABLE decision (
      name TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      pipeline TEXT,
      scope TEXT,
      account TEXT,
      seenAt INTEGER NOT NULL,
      results INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The lives of erased results that had more than one, by a hash of what identifies them: a result that is
    -- brought back begins a later life.
    CREATE TABLE erasedLife (
      identity INTEGER PRIMARY KEY,
      life INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- Other devices, and the newest change that was met of each.
    CREATE TABLE peer (
      device TEXT PRIMARY KEY,
      seenAt INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
