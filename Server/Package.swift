// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building the tool needs no network library. Everything that opens a
// connection is here.
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
  name: "StreaklineServer",
  platforms: [.macOS(.v15)],
  // One program under three names; installed, two of them are links.
  products: ["streaklined", "streakline-remote-http", "streakline-remote-cloudkit"].map {
    .executable(name: $0, targets: ["ServerProgram"])
  },
  dependencies: [
    // By name, because a folder that is cloned may have any name.
    .package(name: "Streakline", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "ServerJSON", swiftSettings: strict),
    // What all programs do that `streakline sync` asks in lines of JSON.
    .target(
      name: "RemoteProgram",
      dependencies: [
        "ServerJSON",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict),
    .target(
      name: "RemoteHTTP",
      dependencies: [
        "RemoteProgram", "ServerJSON", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(
      name: "RemoteHTTPCommand",
      dependencies: [
        "RemoteHTTP", "RemoteProgram",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      swiftSettings: strict),
    .target(
      name: "RemoteCloudKit",
      dependencies: [
        "RemoteProgram", "ServerJSON", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(
      name: "RemoteCloudKitCommand",
      dependencies: [
        "RemoteCloudKit", "RemoteProgram",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      swiftSettings: strict),
    // What a request does to records, without files, clock or randomness.
    .target(
      name: "CloudKitCore",
      dependencies: ["ServerJSON", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .target(
      name: "CloudKitStorage",
      dependencies: [
        "CloudKitCore", "ServerJSON", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    // The page that a family looks at, from a store of the tool. It knows nothing of connections.
    .target(
      name: "StreaklinePage",
      dependencies: [
        "ServerJSON", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      resources: [.embedInCode("Resources")],
      swiftSettings: strict),
    .target(
      name: "CloudKitHTTP",
      dependencies: [
        "CloudKitCore", "CloudKitStorage", "ServerJSON", "StreaklinePage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      swiftSettings: strict),
    .target(
      name: "ServerCommand",
      dependencies: [
        "CloudKitCore", "CloudKitHTTP", "CloudKitStorage", "ServerJSON", "StreaklinePage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      swiftSettings: strict),
    // What starts under each of the names.
    .executableTarget(
      name: "ServerProgram",
      dependencies: [
        "RemoteCloudKitCommand", "RemoteHTTPCommand", "ServerCommand",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // The remote program and the server in one process without a network, for the simulation of devices.
    .executableTarget(
      name: "SimulatedCloudKit",
      dependencies: [
        "CloudKitCore", "CloudKitHTTP", "CloudKitStorage", "RemoteCloudKit", "RemoteProgram",
        "ServerJSON",
      ], path: "Tests/SimulatedCloudKit", swiftSettings: strict),
    // Runs `streakline` in tests, with a home of its own, and servers that misbehave.
    .target(
      name: "ToolTesting",
      dependencies: [
        "ServerJSON", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Tests/ToolTesting", swiftSettings: strict),
    .testTarget(
      name: "CloudKitServerTests",
      dependencies: [
        "CloudKitCore", "CloudKitHTTP", "CloudKitStorage", "RemoteCloudKit", "RemoteProgram",
        "ServerJSON", "ToolTesting",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StreaklinePageTests",
      dependencies: [
        "CloudKitHTTP", "CloudKitStorage", "ServerJSON", "StreaklinePage", "ToolTesting",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "Streakline", package: "Streakline"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteHTTPTests",
      dependencies: [
        "RemoteHTTP", "RemoteProgram", "ServerJSON", "ToolTesting",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict),
  ]
)
