// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the normal build needs no fuzzer. `Sources` links to the project's
// modules, because what is `package` cannot be seen from another package. README.md says more.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/jpsim/Yams", from: "6.2.2")],
  targets: [
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .target(name: "CLiteralScan"),
    .target(name: "StreaklineCore", swiftSettings: strict),
    .target(name: "StreaklineFiles", dependencies: ["StreaklineCore"], swiftSettings: strict),
    .target(
      name: "StreaklineRules",
      dependencies: ["StreaklineCore", "CPCRE2", "CLiteralScan", "Yams"],
      swiftSettings: strict),
    .target(
      name: "StreaklineReaders", dependencies: ["StreaklineCore", "StreaklineFiles", "CZlib"],
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzStreakline",
      dependencies: ["StreaklineCore", "StreaklineReaders", "StreaklineRules"],
      swiftSettings: strict),
  ]
)
