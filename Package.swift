// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode comes with the tools version, warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// Per-cell and per-sample loops: optimised in debug builds too, where they are 7 to 280 times slower otherwise.
let hot: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A target that only names a system library and the macros that Swift cannot see.
func library(_ name: String, pkgConfig: String? = nil, apt: [String]) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(apt)])
}

func module(_ name: String, _ imports: [String], settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ imports: [String]) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: ([name, "TestSupport"] + imports).map { .byName(name: $0) },
        swiftSettings: strict)
}

let package = Package(
    name: "tvplay",
    products: [
        .executable(name: "tvplay", targets: ["tvplay"]),
        .executable(name: "tvplay-player", targets: ["tvplay-player"]),
        .executable(name: "tvplay-downloads", targets: ["tvplay-downloads"]),
        .executable(name: "tvplay-bench", targets: ["tvplay-bench"]),
    ],
    targets: [
        library(
            // Without libavfilter: its headers are needed to build, the library is loaded when it is (filters.h).
            "CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
            apt: ["libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev", "libswresample-dev"]),
        library("CNcurses", apt: ["libncurses-dev"]),
        library("CALSA", pkgConfig: "alsa", apt: ["libasound2-dev"]),
        library("CUchardet", pkgConfig: "uchardet", apt: ["libuchardet-dev"]),
        library("CSQLite", apt: ["libsqlite3-dev"]),
        library("CCurl", apt: ["libcurl4-openssl-dev"]),
        library("CExpat", apt: ["libexpat1-dev"]),
        // Its headers are needed to build, the library is loaded when something is encrypted.
        library("CSodium", apt: ["libsodium-dev"]),
        .systemLibrary(name: "CPlatform"),

        module("PlayCore", ["CPlatform"], settings: hot),
        module("Timeline", ["PlayCore"]),
        module("Addresses", ["PlayCore", "CCurl"]),
        module("Storage", ["PlayCore", "CSQLite", "CPlatform"]),
        // Hashes of all that is read, and spans: as in the hot ones.
        module("ByteCaches", ["PlayCore", "Addresses", "Storage", "CPlatform"], settings: hot),
        module("History", ["PlayCore", "Timeline", "Storage", "CPlatform"]),
        module("XML", ["CExpat"], settings: hot),
        module("Playlists", ["PlayCore", "XML", "CPlatform"]),
        // Thousands of segments each time a live list is read again.
        module("Manifests", ["PlayCore", "Addresses", "XML"], settings: hot),
        module("Transport", ["PlayCore", "Addresses", "CCurl", "CPlatform"]),
        // Hashes of all that is downloaded.
        module(
            "Downloads",
            [
                "PlayCore", "JSON", "Addresses", "Storage", "ByteCaches", "Manifests", "Transport", "CSodium",
                "CPlatform",
            ],
            settings: hot),
        module("Catalogue", ["PlayCore", "JSON", "Addresses", "Transport", "CPlatform"]),
        module("Adaptation", ["PlayCore"]),
        // A seek replays thousands of events, a slice of the chat is thousands of messages.
        module("JSON", ["PlayCore"], settings: hot),
        module("Rooms", ["PlayCore", "JSON", "Timeline", "Addresses"], settings: hot),
        // A hundred megabytes of chat, byte by byte.
        module("RoomImport", ["PlayCore", "JSON", "Addresses", "Rooms", "XML"], settings: hot),
        module("Media", ["PlayCore", "CFFmpeg"], settings: hot),
        module("AudioOutput", ["PlayCore", "CALSA", "CPlatform"], settings: hot),
        module("Playback", ["PlayCore", "Timeline", "Adaptation", "Media"]),
        module(
            "Streaming",
            [
                "PlayCore", "Timeline", "Addresses", "Transport", "ByteCaches", "Manifests", "Adaptation", "Media",
                "Playback",
            ]),
        module("Subtitles", ["PlayCore", "XML", "CUchardet"], settings: hot),
        module("Screenshots", ["PlayCore", "Media", "CPlatform"]),
        module("Covers", ["PlayCore", "Media", "CPlatform"]),
        module("Localization", ["CPlatform"]),
        module("Options", ["PlayCore", "Localization", "CPlatform"]),
        // What options say, as the settings of those who have no options.
        module("OptionSettings", ["PlayCore", "Options", "Transport", "ByteCaches", "Catalogue", "Downloads"]),
        module(
            "DownloadControl", ["PlayCore", "JSON", "Localization", "Storage", "JobControl", "CPlatform"], settings: hot
        ),
        module(
            "DownloadService",
            [
                "PlayCore", "JSON", "Addresses", "Transport", "Catalogue", "Rooms", "RoomImport", "Downloads",
                "DownloadControl", "CPlatform",
            ]),
        module("JobControl", ["CPlatform"]),
        module("Cells", ["PlayCore", "CPlatform"], settings: hot),
        module("Mosaic", ["PlayCore", "Cells"], settings: hot),
        module("Terminal", ["PlayCore", "Cells", "JobControl", "CNcurses", "CPlatform"], settings: hot),
        module("Commands", ["PlayCore", "Timeline", "Playback", "Cells", "Localization"]),
        .systemLibrary(name: "CSystemd"),
        module("RemoteControl", ["PlayCore", "JSON", "Timeline", "Playback", "Commands", "CPlatform", "CSystemd"]),
        // Its loop runs for each frame: unoptimised it would allocate where the program does not.
        module(
            "TUI",
            [
                "PlayCore", "Timeline", "Playback", "Playlists", "Commands", "Subtitles", "Rooms", "Cells",
                "Localization",
            ],
            settings: hot
        ),
        .executableTarget(
            name: "tvplay",
            dependencies: [
                "Options", "Localization", "PlayCore", "CPlatform", "Storage", "History", "Addresses", "ByteCaches",
                "Cells", "JSON", "JobControl",
                "DownloadControl",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "tvplay-player",
            dependencies: [
                "PlayCore", "Timeline", "Storage", "History", "Playlists", "Addresses", "Transport", "ByteCaches",
                "Adaptation", "Catalogue", "Manifests", "Media", "AudioOutput", "Playback", "Streaming", "Screenshots",
                "Covers",
                "Subtitles", "Rooms", "RoomImport", "Localization",
                "Options", "Cells", "JSON",
                "Commands", "RemoteControl", "Mosaic", "JobControl", "Terminal", "TUI", "OptionSettings",
                "DownloadControl",
                "Downloads", "CPlatform",
            ], swiftSettings: strict),
        .executableTarget(
            name: "tvplay-downloads",
            dependencies: [
                "PlayCore", "Storage", "Playlists", "Transport", "ByteCaches", "Catalogue", "Downloads",
                "DownloadControl", "DownloadService", "Localization", "Options", "OptionSettings", "CPlatform",
            ], swiftSettings: strict),
        .executableTarget(
            name: "tvplay-bench",
            dependencies: [
                "PlayCore", "Timeline", "Transport", "Addresses", "ByteCaches", "Media", "AudioOutput", "Playback",
                "Localization", "Cells", "Mosaic", "Terminal", "TUI", "Adaptation", "AdaptationSimulator",
                "Rooms", "RoomImport", "PseudoTerminals", "CPlatform",
                "CAllocationCount",
            ], swiftSettings: hot),

        .target(name: "CAllocationCount"),
        module("PseudoTerminals", ["JobControl", "CPlatform"]),
        module("AdaptationSimulator", ["PlayCore", "Adaptation"]),
        .target(
            name: "TestSupport", dependencies: ["PlayCore", "Addresses", "CPlatform", "Cells", "PseudoTerminals"],
            path: "Tests/TestSupport",
            swiftSettings: hot),
        tests("Playback", ["PlayCore", "Timeline", "Adaptation", "Media"]),
        tests("PlayCore", ["CPlatform"]),
        tests("Addresses", []),
        tests("Storage", ["PlayCore", "CPlatform"]),
        // Fills a cache until it is killed: for the tests.
        .executableTarget(
            name: "CacheHarness", dependencies: ["PlayCore", "Addresses", "ByteCaches", "Storage", "CPlatform"],
            path: "Tests/CacheHarness", swiftSettings: hot),
        tests("ByteCaches", ["CacheHarness", "PlayCore", "Addresses", "Storage"]),
        // Downloads until it is killed: for the tests.
        .executableTarget(
            name: "DownloadHarness", dependencies: ["PlayCore", "Addresses", "Downloads", "Transport", "CPlatform"],
            path: "Tests/DownloadHarness", swiftSettings: strict),
        tests(
            "Downloads",
            [
                "DownloadHarness", "PlayCore", "JSON", "Addresses", "Transport", "ByteCaches", "Manifests", "Storage",
                "CPlatform",
            ]),
        tests("OptionSettings", ["PlayCore", "Options", "Catalogue", "Downloads"]),
        tests("DownloadControl", ["PlayCore", "JSON", "Localization", "Storage", "Downloads"]),
        tests(
            "DownloadService",
            [
                "PlayCore", "JSON", "Addresses", "Transport", "Catalogue", "Rooms", "RoomImport", "Downloads",
                "DownloadControl", "CPlatform",
            ]),
        // The built daemon under kill -9, full disks and cut lines; `make soak` does it for long.
        .testTarget(
            name: "DownloadSoakTests",
            dependencies: [
                "tvplay-downloads", "TestSupport", "PlayCore", "JSON", "Storage", "ByteCaches", "Downloads",
                "DownloadControl",
            ], swiftSettings: strict),
        tests("History", ["PlayCore", "Timeline", "Storage"]),
        tests("XML", []),
        tests("JSON", ["PlayCore"]),
        tests("Playlists", ["PlayCore", "CPlatform"]),
        tests("Manifests", ["PlayCore", "Addresses"]),
        tests("Media", ["PlayCore"]),
        tests("Cells", ["PlayCore", "CPlatform"]),
        tests("Mosaic", ["PlayCore", "Cells", "CPlatform"]),
        tests("Transport", ["PlayCore", "Addresses", "CPlatform"]),
        tests("Catalogue", ["PlayCore", "JSON", "Addresses", "Transport", "CPlatform"]),
        tests(
            "Streaming",
            [
                "PlayCore", "Timeline", "Addresses", "Transport", "ByteCaches", "Manifests", "Adaptation", "Media",
                "Playback", "Catalogue",
            ]),
        tests("Adaptation", ["PlayCore", "AdaptationSimulator"]),
        // Its laws hold for real recordings, too.
        tests("Rooms", ["PlayCore", "JSON", "Timeline", "Addresses", "RoomImport"]),
        tests("RoomImport", ["PlayCore", "JSON", "Addresses", "Rooms"]),
        tests("Subtitles", ["PlayCore", "CPlatform"]),
        tests("Screenshots", ["PlayCore", "Media", "CPlatform"]),
        tests("Covers", ["PlayCore", "Media"]),
        tests("Localization", []),
        tests("Options", ["PlayCore"]),
        tests("Commands", ["PlayCore", "Timeline", "Playback", "Cells"]),
        tests("RemoteControl", ["PlayCore", "Timeline", "Playback", "Commands", "CPlatform"]),
        tests("AudioOutput", ["PlayCore", "CPlatform"]),
        .testTarget(
            name: "TUITests",
            dependencies: [
                "TUI", "TestSupport", "PlayCore", "Timeline", "Playback", "Commands", "Subtitles", "Rooms", "Cells",
                "Localization", "Playlists", "Terminal", "PseudoTerminals", "CPlatform",
            ].map { .byName(name: $0) },
            exclude: ["Fixtures"], swiftSettings: strict),
        tests("JobControl", []),
        tests("Terminal", ["PlayCore", "Cells", "CPlatform"]),
        // The built program from outside: it imports nothing of it.
        .testTarget(
            name: "PlayerTests", dependencies: ["TestSupport", "CacheHarness", "PlayCore", "Cells", "CPlatform"],
            swiftSettings: strict),
        .testTarget(name: "BenchTests", dependencies: ["tvplay-bench", "TestSupport"], swiftSettings: strict),
    ]
)
