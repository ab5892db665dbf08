// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the normal build needs no fuzzer. README.md says more.
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
  dependencies: [.package(name: "Streakline", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzStreakline",
      dependencies: [.product(name: "FuzzTargets", package: "Streakline")],
      swiftSettings: strict)
  ]
)
