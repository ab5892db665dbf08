import Streakline
import Testing

/// Where the C libraries are. `make dist-test` tries the program of which they are parts.
@Suite struct LinkedLibrariesTests {
  @Test func `libraries of the system are not taken for parts of the program`() {
    #expect(!LinkedLibraries.areInside)
  }

  @Test func `zlib has a version`() {
    #expect(LinkedLibraries.zlib.split(separator: ".").count >= 3)
  }
}
