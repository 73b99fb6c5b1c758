// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same rules: what the compiler can refuse, it refuses.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests talk to sockets and processes directly, so strict memory safety stays off there.
let testing: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: testing)
}

let package = Package(
    name: "assay",
    products: [
        .library(name: "AppAttest", targets: ["AppAttest"]),
        .library(name: "AppCheckTokens", targets: ["AppCheckTokens"]),
        .library(name: "AppAttestSimulator", targets: ["AppAttestSimulator"]),
        .executable(name: "assay", targets: ["assay"]),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Of the C library itself.
        .systemLibrary(name: "CMalloc"),

        library("Cryptography", ["COpenSSL"]),
        library("AppAttest", ["Cryptography", "Encodings"]),
        library("AppAttestSimulator", ["AppAttest", "Cryptography", "Encodings"]),
        library("Encodings"),
        library("Compression", ["CZlib"]),
        library("StrictJSON", ["Encodings"]),
        library("AppCheckTokens", ["Cryptography", "Encodings", "StrictJSON"]),
        library("AppCheck", ["AppAttest", "AppCheckTokens", "Cryptography", "Encodings"]),
        library("Storage", ["AppAttest", "AppCheck", "CPostgres", "CSQLite", "Cryptography"]),
        library("HTTP", ["Encodings"]),
        library("HTTPServer", ["HTTP", "CMicrohttpd"]),
        library("HTTPClient", ["CCurl"]),
        library(
            "AppleServices",
            ["AppAttest", "AppCheck", "AppCheckTokens", "Cryptography", "Encodings", "HTTP", "HTTPClient"]),
        library(
            "AppCheckAPI",
            ["AppAttest", "AppCheck", "AppCheckTokens", "Compression", "Encodings", "HTTP", "StrictJSON"]),
        library("Telemetry", ["StrictJSON"]),
        library(
            "AssayServer",
            [
                "AppCheck", "AppCheckAPI", "AppCheckTokens", "AppleServices", "Cryptography", "Encodings", "HTTP",
                "HTTPClient", "HTTPServer", "Storage", "Telemetry",
            ]),
        .executableTarget(
            name: "assay",
            dependencies: [
                "AppAttest", "AppAttestSimulator", "AppCheck", "AppCheckAPI", "AppCheckTokens", "AssayServer",
                "CMalloc",
                "Cryptography", "Encodings", "HTTP", "HTTPClient", "HTTPServer", "StrictJSON", "Telemetry",
            ], swiftSettings: strict),

        .executableTarget(
            name: "LoadGenerator",
            dependencies: [
                "AppAttest", "AppAttestSimulator", "AppCheck", "AppCheckTokens", "CEpoll", "Cryptography",
                "MemoryStore", "Storage", "StrictJSON",
            ], path: "Benchmarks/LoadGenerator", swiftSettings: testing),
        .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
        .executableTarget(
            name: "MinimalEcho", dependencies: ["CMicrohttpd"], path: "Benchmarks/MinimalEcho",
            cSettings: [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")]),
        .executableTarget(
            name: "ExchangeCounts",
            dependencies: [
                "AppAttest", "AppAttestSimulator", "AppCheck", "AppCheckAPI", "AppCheckTokens", "COpenSSL",
                "Cryptography", "HTTP", "MemoryStore",
            ], path: "Benchmarks/ExchangeCounts", swiftSettings: testing),

        // No part of the server: what benchmarks and tests keep things in where no database is meant.
        .target(
            name: "MemoryStore", dependencies: ["AppAttest", "AppCheck"], path: "Tests/MemoryStore",
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["AppCheck", "CPostgres", "CSQLite"], path: "Tests/TestSupport",
            swiftSettings: testing),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "AppAttest", "AppAttestSimulator", "AppCheck", "AppCheckAPI", "AppCheckTokens", "Compression",
                "Cryptography", "Encodings", "HTTP", "StrictJSON", "TestSupport",
            ],
            path: "Fuzz/Targets", swiftSettings: testing),
        tests("FuzzCorpusTests", ["FuzzTargets", "TestSupport"]),
        tests("AppCheckTokensTests", ["AppCheckTokens", "Cryptography", "Encodings", "TestSupport"]),
        tests(
            "CommandTests",
            [
                "AppAttest", "AppAttestSimulator", "AppCheck", "Cryptography", "Encodings", "Storage", "TestSupport",
            ]),
        tests("EncodingsTests", ["Encodings"]),
        tests("CompressionTests", ["Compression", "TestSupport"]),
        tests("CryptographyTests", ["Cryptography", "TestSupport"]),
        tests(
            "AppCheckTests",
            [
                "AppCheck", "AppAttest", "AppAttestSimulator", "AppCheckTokens", "Cryptography", "MemoryStore",
                "Storage",
                "TestSupport",
            ]),
        tests("AppAttestTests", ["AppAttest", "AppAttestSimulator", "Cryptography", "TestSupport"]),
        tests("AppAttestSimulatorTests", ["AppAttestSimulator", "AppAttest", "Cryptography", "TestSupport"]),
        tests("HTTPTests", ["HTTP"]),
        tests("HTTPServerTests", ["HTTP", "HTTPServer", "TestSupport"]),
        .testTarget(
            name: "HTTPClientTests", dependencies: ["HTTPClient", "TestSupport"], exclude: ["Servers"],
            swiftSettings: testing),
        tests(
            "AppleServicesTests",
            ["AppleServices", "AppAttest", "AppCheck", "Cryptography", "Encodings", "HTTPClient", "TestSupport"]),
        tests("AppCheckAPITests", ["AppCheckAPI", "AppAttest", "AppCheck", "HTTP", "StrictJSON"]),
        .testTarget(
            name: "AssayServerTests",
            dependencies: [
                "AssayServer", "AppAttest", "AppAttestSimulator", "AppCheck", "AppCheckAPI", "AppCheckTokens",
                "AppleServices", "Cryptography", "HTTP", "Storage", "StrictJSON", "Telemetry", "TestSupport",
            ],
            exclude: ["Clients"], swiftSettings: testing),
        tests(
            "StorageTests",
            ["Storage", "AppCheck", "AppAttest", "Cryptography", "CSQLite", "MemoryStore", "TestSupport"]),
    ]
)
