extension Schema {
  /// `marker`: the file in which the store was when it had the id (`StoreMarker`); NULL when it is not known.
  /// `version`: the newest version that was made under the id.
  static let tablesOfDevices = """
    ALTER TABLE device ADD COLUMN marker INTEGER;
    -- The ids that this device had before its store was copied or restored.
    CREATE TABLE formerDevice (
      key INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      id TEXT NOT NULL,
      marker INTEGER,
      checksum INTEGER NOT NULL
    ) STRICT;
    """
}
