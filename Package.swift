// swift-tools-version: 6.2
import PackageDescription

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
  name: "Streakline",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Streakline", targets: ["Streakline"]),
    .executable(name: "streakline", targets: ["StreaklineCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CLiteralScan"),
    .target(
      name: "StreaklineCore", dependencies: ["CLiteralScan"], swiftSettings: strict),
    .target(name: "StreaklineFiles", dependencies: ["StreaklineCore"], swiftSettings: strict),
    .target(
      name: "StreaklineYAML", dependencies: ["StreaklineCore", "Yams"], swiftSettings: strict),
    .target(
      name: "StreaklineRules",
      dependencies: ["StreaklineCore", "StreaklineYAML", "CPCRE2", "CLiteralScan"],
      swiftSettings: strict),
    .target(
      name: "StreaklineReaders", dependencies: ["StreaklineCore", "StreaklineFiles", "CZlib"],
      swiftSettings: strict),
    .target(
      name: "StreaklineStore",
      dependencies: [
        "StreaklineCore", "StreaklineFiles", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "StreaklineSync",
      dependencies: ["CZlib", "StreaklineCore", "StreaklineFiles", "StreaklineStore"],
      swiftSettings: strict),
    // The rule and pipeline files as resources, so that an app has the built-in games. Its path is the
    // package, because resources must lie inside it.
    .target(
      name: "StreaklineGames", dependencies: ["StreaklineFiles"], path: ".",
      exclude: [
        "ARCHITECTURE.md", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Documentation",
        "Fixtures", "Fuzz", "LICENSE", "Makefile", "Packaging", "README.md", "Scripts", "Server",
        "Tests",
      ]
        + [
          "CLiteralScan", "CPCRE2", "CZlib", "Streakline", "StreaklineCommand", "StreaklineCore",
          "StreaklineFiles", "StreaklineReaders", "StreaklineRules", "StreaklineStore",
          "StreaklineSync", "StreaklineYAML",
        ].map { "Sources/\($0)" },
      sources: ["Sources/StreaklineGames"],
      resources: [.copy("Achievements"), .copy("Parsers"), .copy("Pipelines")],
      swiftSettings: strict),
    .target(
      name: "Streakline",
      dependencies: [
        "CZlib", "StreaklineCore", "StreaklineFiles", "StreaklineGames", "StreaklineYAML",
        "StreaklineRules", "StreaklineReaders", "StreaklineStore", "StreaklineSync",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "StreaklineCommand",
      dependencies: [
        "Streakline", "StreaklineCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // Remotes and devices in memory, on which tests and `make simulate` run the real engine and store.
    .target(
      name: "StreaklineSimulation",
      dependencies: ["StreaklineCore", "StreaklineFiles", "StreaklineStore", "StreaklineSync"],
      path: "Tests/StreaklineSimulation", swiftSettings: strict),
    .executableTarget(
      name: "Simulate", dependencies: ["StreaklineSimulation"], path: "Tests/Simulate",
      swiftSettings: strict),
    .testTarget(
      name: "StreaklineTests",
      dependencies: [
        "StreaklineSimulation",
        "Streakline", "StreaklineCore", "StreaklineFiles", "StreaklineYAML", "StreaklineRules",
        "StreaklineReaders", "StreaklineStore", "StreaklineSync", "CLiteralScan",
        "StreaklineCommand",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
  ]
)

#if os(Linux)
  // What the fuzzer in `Fuzz` calls. It is built with everything else so that it never falls behind.
  package.products.append(.library(name: "FuzzTargets", targets: ["FuzzTargets"]))
  package.targets.append(
    .target(
      name: "FuzzTargets",
      dependencies: ["StreaklineCore", "StreaklineReaders", "StreaklineRules"],
      path: "Fuzz/Targets", swiftSettings: strict))
#endif
