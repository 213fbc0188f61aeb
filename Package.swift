// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode comes with the tools version. Warnings are errors only
/// in the project's own checks, as other compilers or newer headers may add warnings.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["TVPLAY_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : [])

/// A debug build compiles each module in one go, so that its imports are read once.
/// docs/decisions/build-whole-modules-and-ordered-functions.md has the figures.
let modules: [SwiftSetting] =
    strict
    + [
        .unsafeFlags(
            [
                "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "1",
                "-no-emit-module-separately-wmo",
            ],
            .when(configuration: .debug))
    ]

/// One object file has the code of all source files, and the others are empty: else each repeats the functions that copy
/// and destroy large values.
let whole: [SwiftSetting] =
    modules + [.unsafeFlags(["-Xfrontend", "-enable-single-module-llvm-emission"], .when(configuration: .debug))]

/// Targets that nearly all others wait for emit their interface before their code, so that other modules start compiling while
/// these are optimised.
let foundation: [SwiftSetting] =
    strict
    + [
        .unsafeFlags(
            ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "1", "-O"],
            .when(configuration: .debug))
    ]

/// Per-cell and per-sample loops: optimised in debug builds too, where they are 7 to 280 times slower otherwise.
let hot: [SwiftSetting] = modules + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Whether classes are part of the programs. `CLASSES=0` leaves out what imports from Sources/Classes.
let hasClasses = Context.environment["CLASSES"] != "0"

/// Returns the last part of a place: "Base/PlayCore" is the target PlayCore in the folder of the layer Base.
func name(_ place: String) -> String { String(place.split(separator: "/").last!) }

/// Returns a target that only names a system library and the macros that Swift cannot see.
func library(_ place: String, pkgConfig: String? = nil, apt: [String] = []) -> Target {
    .systemLibrary(
        name: name(place), path: "Sources/" + place, pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

func module(
    _ place: String, in root: String = "Sources/", _ imports: [String], settings: [SwiftSetting] = whole
) -> Target {
    .target(
        name: name(place), dependencies: imports.map { .byName(name: $0) }, path: root + place,
        swiftSettings: settings)
}

func program(
    _ name: String, in folder: String = "Sources/Programs/", _ imports: [String], settings: [SwiftSetting] = whole
) -> Target {
    .executableTarget(
        name: name, dependencies: imports.map { .byName(name: $0) }, path: folder + name,
        swiftSettings: settings + (hasClasses ? [.define("CLASSES")] : []))
}

func tests(_ place: String, _ imports: [String], exclude: [String] = []) -> Target {
    .testTarget(
        name: name(place), dependencies: (imports + ["TestSupport"]).map { .byName(name: $0) },
        path: "Tests/" + place, exclude: exclude, swiftSettings: whole)
}

func harness(_ place: String, _ imports: [String], settings: [SwiftSetting] = whole) -> Target {
    .executableTarget(
        name: name(place), dependencies: imports.map { .byName(name: $0) }, path: "Tests/" + place,
        swiftSettings: settings)
}

let package = Package(
    name: "tvplay",
    products: [
        .executable(name: "tvplay", targets: ["tvplay"]),
        .executable(name: "tvplay-player", targets: ["tvplay-player"]),
        .executable(name: "tvplay-downloads", targets: ["tvplay-downloads"]),
        .executable(name: "tvplay-keeper", targets: ["tvplay-keeper"]),
        .executable(name: "tvplay-recorder", targets: ["tvplay-recorder"]),
        .executable(name: "tvplay-bench", targets: ["tvplay-bench"]),
    ],
    targets: [
        // System
        library(
            // Not linked with libavfilter: the build needs its headers, and the library is loaded on demand (filters.h).
            "System/CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
            apt: [
                "libavformat-dev", "libavcodec-dev", "libavdevice-dev", "libavfilter-dev", "libswscale-dev",
                "libswresample-dev",
            ]),
        library("System/CNcurses", apt: ["libncurses-dev"]),
        library("System/CALSA", pkgConfig: "alsa", apt: ["libasound2-dev"]),
        library("System/CUchardet", pkgConfig: "uchardet", apt: ["libuchardet-dev"]),
        library("System/CSQLite", apt: ["libsqlite3-dev"]),
        library("System/CCurl", apt: ["libcurl4-openssl-dev"]),
        library("System/CExpat", apt: ["libexpat1-dev"]),
        library("System/CZlib", apt: ["zlib1g-dev"]),
        // Linked statically: hashes and ciphers become part of the programs that use them.
        library("System/CSodium", apt: ["libsodium-dev"]),
        // Not linked: the library is loaded when the first server starts.
        library("System/CMicroHTTPD", apt: ["libmicrohttpd-dev"]),
        library("System/CStrophe", apt: ["libstrophe-dev"]),
        // Not linked: the libraries are loaded for the first peer, encrypted segment or signature.
        library("System/COpenSSL", apt: ["libssl-dev"]),
        library("System/CSRTP", apt: ["libsrtp2-dev"]),
        // Not linked: the library is loaded when the first right-to-left text is reordered.
        library("System/CFriBidi", apt: ["libfribidi-dev"]),
        library("System/CPlatform"),
        library("System/CSystemd"),
        .target(name: "CAllocationCount", path: "Sources/System/CAllocationCount"),

        // Base
        // A seek replays thousands of events, and a part of the chat has thousands of messages.
        module("Base/Encoding", ["CSodium", "CZlib", "PlayCore"], settings: hot),
        module("Base/PlayCore", ["CFriBidi", "CPlatform"], settings: foundation),
        module("Base/Processes", ["CPlatform", "PlayCore"]),
        module("Base/Storage", ["CPlatform", "CSQLite", "PlayCore"]),
        module("Base/XML", ["CExpat"], settings: hot),

        // Network
        module("Network/Addresses", ["CCurl", "PlayCore"]),
        // Hashes all data that is read, and handles its spans.
        module("Network/ByteCaches", ["CPlatform", "Encoding", "PlayCore", "Storage", "Addresses"], settings: hot),
        module("Network/HTTPServing", ["CMicroHTTPD", "CPlatform", "Encoding", "PlayCore"]),
        module("Network/SoundWire", ["Encoding", "PlayCore"]),
        module("Network/Transport", ["CCurl", "CPlatform", "Encoding", "PlayCore", "Processes", "Addresses"]),
        // Processes every packet byte by byte.
        module(
            "Network/WebRTC", ["COpenSSL", "CPlatform", "CSRTP", "Encoding", "PlayCore", "Addresses", "Transport"],
            settings: hot),

        // Formats
        module("Formats/Manifests", ["Encoding", "PlayCore", "XML", "Addresses"]),
        module("Formats/Playlists", ["CPlatform", "Encoding", "PlayCore", "XML", "Addresses", "Manifests"]),
        // Called for each frame. Unoptimised code would allocate where optimised code does not.
        module("Formats/Subtitles", ["CUchardet", "PlayCore", "XML"], settings: hot),

        // Media
        // Computes the colours of every pixel.
        module(
            "Media/AudioOutput", ["CALSA", "CPlatform", "PlayCore", "Processes", "SoundWire", "Media"], settings: hot),
        module("Media/Media", ["CFFmpeg", "CPlatform", "PlayCore", "Subtitles"], settings: hot),
        module("Media/PDFPages", ["PlayCore", "Processes"]),

        // Player
        module("Player/MediaSources", ["PlayCore", "Manifests", "Media", "PlaybackModel"]),
        module("Player/Playback", ["PlayCore", "Media", "MediaSources", "PlaybackModel"]),
        module("Player/PlaybackModel", ["PlayCore"]),
        module(
            "Player/Streaming",
            [
                "COpenSSL", "Encoding", "PlayCore", "Addresses", "ByteCaches", "Transport", "WebRTC", "Manifests",
                "Media", "MediaSources", "PlaybackModel",
            ]),

        // Features
        module(
            "Features/Access",
            [
                "PlayCore", "Storage", "Addresses", "ByteCaches", "Transport", "WebRTC", "Manifests", "Playlists",
                "Subtitles", "Media", "MediaSources", "PlaybackModel", "Streaming", "DownloadClient", "DownloadModel",
                "Downloads",
            ]),
        module(
            "Features/Adverts",
            [
                "Encoding", "PlayCore", "XML", "Addresses", "Transport", "Playlists", "Media", "MediaSources",
                "Playback", "PlaybackModel", "Access",
            ]),
        module("Features/Catalogue", ["CPlatform", "Encoding", "PlayCore", "Processes", "Addresses", "Transport"]),
        module(
            "Features/DownloadClient", ["CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "DownloadModel"]),
        module("Features/DownloadModel", ["Encoding", "PlayCore"]),
        module(
            "Features/DownloadService",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Addresses", "Transport", "Playlists", "Catalogue",
                "DownloadClient", "DownloadModel", "Downloads",
            ]),
        // Hashes all downloaded data.
        module(
            "Features/Downloads",
            [
                "CPlatform", "CSodium", "Encoding", "PlayCore", "Storage", "Addresses", "ByteCaches", "Transport",
                "Manifests", "DownloadModel",
            ]),
        module("Features/History", ["PlayCore", "Storage"]),
        module("Features/Kiosk", ["CPlatform", "Encoding", "PlayCore", "Processes", "Storage"]),
        module("Features/Library", ["Encoding", "PlayCore", "Storage", "Playlists"]),
        module(
            "Features/Preparation",
            [
                "CPlatform", "Encoding", "PlayCore", "Storage", "Transport", "Playlists", "Subtitles", "Media",
                "MediaSources", "Streaming", "DownloadModel",
            ]),

        // Control
        module("Control/Commands", ["Encoding", "PlayCore", "Playlists", "PlaybackModel"]),
        module(
            "Control/ListPlayer",
            [
                "CPlatform", "Encoding", "PlayCore", "Storage", "ByteCaches", "Transport", "Playlists", "Subtitles",
                "Media", "MediaSources", "Playback", "PlaybackModel", "Streaming", "Access", "Adverts", "Catalogue",
                "DownloadClient", "Downloads", "History", "Commands", "OptionSettings", "Options",
            ]),
        // Converts options to settings of targets that do not know options.
        module(
            "Control/OptionSettings",
            ["PlayCore", "Processes", "ByteCaches", "Transport", "Catalogue", "DownloadModel", "Downloads", "Options"]),
        module("Control/Options", ["CPlatform", "Encoding", "PlayCore"]),
        module(
            "Control/RemoteControl",
            ["CPlatform", "CSystemd", "Encoding", "PlayCore", "Processes", "Playlists", "PlaybackModel", "Commands"]),

        // Screen
        module("Screen/Cells", ["CPlatform", "PlayCore"], settings: hot),
        module(
            "Screen/DownloadScreen", ["PlayCore", "Playlists", "DownloadModel", "Commands", "Cells", "ScreenKit"]),
        module(
            "Screen/HomeScreen",
            [
                "PlayCore", "Playlists", "Catalogue", "DownloadModel", "History", "Library", "Cells",
                "DownloadScreen", "ScreenKit",
            ]),
        module("Screen/Mosaic", ["PlayCore", "Cells"], settings: hot),
        module(
            "Screen/PlayerScreen",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "Playlists", "Subtitles", "AudioOutput",
                "Media", "MediaSources", "Playback", "PlaybackModel", "Access", "Catalogue", "DownloadClient",
                "DownloadModel", "Downloads", "History", "Kiosk", "Library", "Commands", "ListPlayer", "Options",
                "RemoteControl", "Cells", "DownloadScreen", "HomeScreen", "Mosaic", "ScreenKit", "TUI", "Terminal",
            ]),
        // Fills cells for each frame.
        module("Screen/ScreenKit", ["PlayCore", "Playlists", "Commands", "Cells"], settings: hot),
        // Its loop runs for each frame. Unoptimised code would allocate where optimised code does not.
        module(
            "Screen/TUI",
            [
                "Encoding", "PlayCore", "Playlists", "Subtitles", "PlaybackModel", "Catalogue", "DownloadModel",
                "History", "Library", "ClassPanes", "ClassRules", "Classes", "Commands", "Cells", "DownloadScreen",
                "HomeScreen", "ScreenKit", "SlidePictures",
            ], settings: hot),
        module(
            "Screen/Terminal", ["CNcurses", "CPlatform", "Encoding", "PlayCore", "Processes", "Cells"], settings: hot),

        // Classes
        module("Classes/ClassAccess", ["Encoding", "PlayCore", "Addresses", "HTTPServing", "Transport", "Classes"]),
        module(
            "Classes/LiveClasses",
            [
                "Encoding", "PlayCore", "Processes", "Storage", "XML", "Addresses", "Transport", "PDFPages",
                "ClassAccess", "ClassRules", "ClassWire", "Classes", "Signalling",
            ]),
        module(
            "Classes/ClassDownloads",
            [
                "PlayCore", "Addresses", "Transport", "DownloadModel", "DownloadService", "Downloads", "ClassImport",
                "Classes",
            ]),
        module("Classes/ClassImport", ["Encoding", "PlayCore", "XML", "Addresses", "Playlists", "Classes"]),
        module(
            "Classes/ClassKeeper",
            [
                "COpenSSL", "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "XML", "Addresses",
                "HTTPServing", "Transport", "WebRTC", "ClassAccess", "ClassRules", "ClassWire", "Classes", "Signalling",
            ]),
        module(
            "Classes/ClassPlayback",
            [
                "PlayCore", "Processes", "Storage", "Addresses", "Transport", "Playlists", "Media", "PDFPages",
                "MediaSources", "Playback", "PlaybackModel", "Access", "History", "ClassImport", "ClassRules",
                "ClassStreams", "Classes",
            ]),
        // Draws and counts for each frame.
        module(
            "Classes/ClassPanes",
            [
                "Encoding", "PlayCore", "Library", "Cells", "ScreenKit", "ClassRules", "Classes", "SlidePictures",
            ], settings: hot),
        module("Classes/ClassRules", ["Encoding", "PlayCore", "Classes"]),
        module(
            "Classes/ClassScreen",
            [
                "PlayCore", "Processes", "Storage", "Addresses", "Transport", "Playlists", "AudioOutput", "Media",
                "PlaybackModel", "Access", "Kiosk", "ListPlayer", "Options", "Cells", "Mosaic", "PlayerScreen",
                "ScreenKit", "TUI", "ClassAccess", "ClassPanes", "ClassPlayback", "ClassRules", "ClassStreams",
                "Classes",
                "LiveClasses", "SlidePictures",
            ]),
        // Mixes the sound of all speakers sample by sample.
        module(
            "Classes/ClassStreams",
            [
                "PlayCore", "Addresses", "Transport", "WebRTC", "Media", "Playback", "PlaybackModel", "ClassAccess",
                "ClassRules", "Classes",
            ], settings: hot),
        module("Classes/ClassWire", ["Encoding", "XML", "ClassRules", "Classes", "Signalling"]),
        module("Classes/Classes", ["Encoding", "PlayCore", "Addresses"]),
        module("Classes/SlidePictures", ["PlayCore", "Cells", "Mosaic", "Classes"]),
        module("Classes/Signalling", ["CPlatform", "CStrophe", "Encoding", "PlayCore", "Processes", "XML"]),

        // Programs
        program(
            "tvplay",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "Addresses", "ByteCaches", "SoundWire",
                "DownloadClient", "DownloadModel", "History", "Kiosk", "Options", "Cells",
            ]),
        program(
            "tvplay-player",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "ByteCaches", "SoundWire", "Transport",
                "Playlists", "Subtitles", "AudioOutput", "Media", "MediaSources", "Playback", "PlaybackModel",
                "Streaming", "Access", "Adverts", "Catalogue", "DownloadClient", "DownloadModel", "History", "Kiosk",
                "Library", "Preparation", "Commands", "ListPlayer", "Options", "RemoteControl", "Cells",
                "DownloadScreen", "HomeScreen", "Mosaic", "PlayerScreen", "ScreenKit", "TUI", "Terminal", "ClassScreen",
            ]),
        program(
            "tvplay-downloads",
            [
                "CPlatform", "PlayCore", "Processes", "Storage", "ByteCaches", "Transport", "Playlists", "Catalogue",
                "DownloadClient", "DownloadModel", "DownloadService", "Downloads", "OptionSettings", "Options",
                "ClassDownloads",
            ]),
        program(
            "tvplay-keeper",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "Addresses", "HTTPServing", "Transport",
                "Options", "ClassAccess", "ClassKeeper", "ClassRules", "Classes", "Signalling",
            ]),
        program("tvplay-recorder", ["CPlatform", "PlayCore", "Media", "ClassAccess", "ClassStreams"]),

        // Benchmarks
        module("AdaptationSimulator", in: "Benchmarks/", ["PlayCore", "PlaybackModel"]),
        program(
            "tvplay-bench", in: "Benchmarks/",
            [
                "CAllocationCount", "CPlatform", "Encoding", "PlayCore", "Processes", "Storage", "Addresses",
                "ByteCaches", "HTTPServing", "Transport", "WebRTC", "Playlists", "AudioOutput", "Media", "MediaSources",
                "Playback", "PlaybackModel", "Library", "Commands", "Cells", "HomeScreen", "Mosaic", "ScreenKit", "TUI",
                "Terminal", "ClassAccess", "ClassImport", "ClassKeeper", "ClassRules", "ClassWire", "Classes",
                "LiveClasses", "Signalling", "AdaptationSimulator",
            ], settings: hot),

        // Tests
        .target(
            name: "TestSupport",
            dependencies: [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Addresses", "Cells",
            ],
            path: "Tests/TestSupport", exclude: ["Foreign", "PeerTube"], swiftSettings: hot),
        // A running class on a real server, for the tests of targets that attend or serve one.
        .target(
            name: "ClassroomHarness",
            dependencies: [
                "PlayCore", "Processes", "XML", "HTTPServing", "ClassAccess", "ClassKeeper", "ClassRules", "Classes",
                "Signalling", "TestSupport",
            ],
            path: "Tests/ClassroomHarness",
            swiftSettings: whole),
        // A main loop without a screen, for the tests of its sources.
        .target(
            name: "ScreenHarness",
            dependencies: [
                "PlayCore", "Playlists", "PlaybackModel", "Commands", "Cells", "ScreenKit", "TUI", "Terminal",
                "TestSupport",
            ],
            path: "Tests/ScreenHarness",
            swiftSettings: whole),
        // For tests: fills a cache until it is killed.
        harness(
            "Network/CacheHarness", ["CPlatform", "PlayCore", "Addresses", "ByteCaches"], settings: hot),
        // For tests: downloads until it is killed.
        harness(
            "Features/DownloadHarness",
            ["CPlatform", "PlayCore", "Addresses", "Transport", "DownloadModel", "Downloads"]),
        tests("Base/BaseTests", ["CPlatform", "Encoding", "PlayCore", "Storage", "XML"]),
        tests("Base/ProcessesTests", ["CPlatform", "PlayCore", "Processes"]),
        tests(
            "Network/NetworkTests",
            [
                "CPlatform", "Encoding", "PlayCore", "Storage", "Addresses", "ByteCaches", "HTTPServing", "SoundWire",
                "Transport", "WebRTC", "CacheHarness",
            ]),
        tests("Formats/FormatsTests", ["CPlatform", "PlayCore", "Playlists", "Subtitles", "Adverts"]),
        tests("Formats/ManifestsTests", ["PlayCore", "Addresses", "Manifests"]),
        tests(
            "Media/AudioOutputTests", ["CPlatform", "PlayCore", "Processes", "SoundWire", "AudioOutput", "PDFPages"]),
        tests("Media/MediaTests", ["PlayCore", "Media"]),
        tests("Player/PlaybackModelTests", ["PlayCore", "PlaybackModel", "AdaptationSimulator"]),
        tests("Player/PlaybackTests", ["PlayCore", "Media", "MediaSources", "Playback", "PlaybackModel"]),
        tests(
            "Player/StreamingTests",
            [
                "COpenSSL", "PlayCore", "Addresses", "ByteCaches", "Transport", "Manifests", "Media", "MediaSources",
                "Playback", "PlaybackModel", "Streaming", "Catalogue",
            ]),
        tests("Features/CatalogueTests", ["Encoding", "PlayCore", "Processes", "Addresses", "Transport", "Catalogue"]),
        // The built daemon under kill -9, full disks and cut lines. `make soak` runs it longer.
        tests(
            "Features/DownloadSoakTests",
            [
                "Encoding", "PlayCore", "Processes", "Storage", "ByteCaches", "DownloadClient", "DownloadModel",
                "Downloads", "tvplay-downloads",
            ]),
        tests(
            "Features/DownloadsTests",
            [
                "Encoding", "PlayCore", "Storage", "Addresses", "ByteCaches", "Transport", "Manifests", "Catalogue",
                "DownloadClient", "DownloadModel", "DownloadService", "Downloads", "ClassDownloads", "Classes",
                "DownloadHarness",
            ], exclude: ["DownloadService/Fixtures"]),
        tests(
            "Features/FeaturesTests",
            [
                "PlayCore", "Processes", "ByteCaches", "Transport", "Playlists", "Subtitles", "Media", "MediaSources",
                "PlaybackModel", "Streaming", "Access", "Kiosk", "Preparation",
            ]),
        tests("Features/HomeTests", ["PlayCore", "Storage", "History", "Library"]),
        tests(
            "Classes/LiveClassesTests",
            [
                "Encoding", "PlayCore", "Storage", "XML", "Addresses", "Transport", "ClassAccess", "ClassKeeper",
                "ClassRules", "ClassWire", "Classes", "LiveClasses", "Signalling", "tvplay-keeper", "ClassroomHarness",
            ]),
        tests(
            "Classes/ClassKeeperTests",
            [
                "Encoding", "PlayCore", "Processes", "Storage", "XML", "Addresses", "HTTPServing", "Transport",
                "WebRTC", "ClassAccess", "ClassKeeper", "ClassRules", "ClassWire", "Classes", "Signalling",
                "tvplay-keeper", "ClassroomHarness",
            ]),
        tests(
            "Classes/ClassPlaybackTests",
            [
                "CPlatform", "PlayCore", "Processes", "Storage", "Addresses", "Transport", "Playlists", "Media",
                "PDFPages", "MediaSources", "Playback", "Access", "History", "Options", "TUI", "ClassAccess",
                "ClassPanes", "ClassPlayback", "ClassRules", "ClassScreen", "ClassStreams", "Classes", "LiveClasses",
                "ScreenHarness",
            ]),
        tests(
            "Classes/ClassStreamsTests",
            [
                "PlayCore", "Addresses", "HTTPServing", "Transport", "WebRTC", "Media", "ClassAccess", "ClassKeeper",
                "ClassRules", "ClassStreams", "Classes", "ClassroomHarness",
            ]),
        // Its invariants are checked with real recordings, too.
        tests(
            "Classes/ClassesTests",
            [
                "CPlatform", "Encoding", "PlayCore", "XML", "Addresses", "Cells", "Mosaic", "ClassImport", "ClassRules",
                "ClassWire", "Classes", "Signalling", "SlidePictures",
            ]),
        tests(
            "Classes/SignallingTests",
            [
                "CStrophe", "Encoding", "PlayCore", "XML", "Addresses", "HTTPServing", "Transport", "ClassAccess",
                "Classes", "Signalling", "ClassroomHarness",
            ]),
        tests(
            "Control/ListPlayerTests",
            [
                "CPlatform", "Encoding", "PlayCore", "Storage", "ByteCaches", "Transport", "Playlists", "Subtitles",
                "Media", "MediaSources", "Playback", "PlaybackModel", "Access", "Catalogue", "History", "Commands",
                "ListPlayer", "Options",
            ]),
        tests(
            "Control/OptionsTests",
            [
                "Encoding", "PlayCore", "Playlists", "PlaybackModel", "DownloadModel", "Downloads", "Commands",
                "OptionSettings", "Options", "Cells",
            ]),
        tests(
            "Control/RemoteControlTests",
            ["CPlatform", "Encoding", "PlayCore", "Playlists", "PlaybackModel", "Commands", "RemoteControl"]),
        tests("Screen/CellsTests", ["CPlatform", "PlayCore", "Cells", "Mosaic"]),
        tests(
            "Screen/PlayerScreenTests",
            [
                "CPlatform", "PlayCore", "Subtitles", "AudioOutput", "Media", "MediaSources", "Playback",
                "PlaybackModel", "Access", "Catalogue", "DownloadClient", "DownloadModel", "Downloads", "ListPlayer",
                "Options", "Cells", "DownloadScreen", "HomeScreen", "Mosaic", "PlayerScreen", "ScreenKit", "TUI",
                "Terminal", "ScreenHarness",
            ]),
        tests(
            "Screen/TUITests",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Playlists", "Subtitles", "PlaybackModel",
                "Catalogue", "DownloadModel", "History", "Library", "ClassPanes", "ClassRules", "Classes", "Commands",
                "Cells", "DownloadScreen", "HomeScreen", "ScreenKit", "SlidePictures", "TUI", "Terminal",
            ], exclude: ["Fixtures"]),
        tests("Screen/TerminalTests", ["CPlatform", "Encoding", "PlayCore", "Processes", "Cells", "Terminal"]),
        // Tests the built program from outside, without importing its targets.
        tests(
            "Programs/PlayerTests",
            [
                "CPlatform", "PlayCore", "Processes", "HTTPServing", "Cells", "ClassAccess", "ClassKeeper", "Classes",
                "CacheHarness", "ClassroomHarness",
            ]),
        tests("Benchmarks/BenchTests", ["Cells", "tvplay-bench"]),
    ]
)

func imports(_ target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
}

if !hasClasses {
    // TUI still names the values of these.
    let kept: Set = ["ClassPanes", "ClassRules", "Classes", "SlidePictures"]
    let classes = package.targets.filter { $0.path?.hasPrefix("Sources/Classes/") == true && !kept.contains($0.name) }
    var gone = Set(classes.map(\.name))
    for target in package.targets where ["tvplay-player", "tvplay-downloads"].contains(target.name) {
        target.dependencies.removeAll { if case .byNameItem(let name, _) = $0 { gone.contains(name) } else { false } }
    }
    while let next = package.targets.first(where: { !gone.contains($0.name) && !gone.isDisjoint(with: imports($0)) }) {
        gone.insert(next.name)
    }
    package.products.removeAll { gone.contains($0.name) }
    package.targets.removeAll { gone.contains($0.name) }
}

/// The targets that `make check` builds: tests that need neither servers nor a terminal, and their imports.
let quick: Set = [
    "BaseTests", "CellsTests", "ClassesTests", "FormatsTests", "HomeTests", "ManifestsTests", "MediaTests",
    "OptionsTests",
    "PlaybackModelTests", "PlaybackTests", "TUITests",
]

/// The targets that the environment requests: only the programs, or only the tests of `make check` with their targets. `nil` for all.
let roots: Set<String>? =
    switch Context.environment["TVPLAY_TESTS"] {
    case "none": Set(package.products.map(\.name))
    case "quick": quick
    default: nil
    }

if let roots {
    let table = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, imports($0)) })
    var kept: Set<String> = []
    var waiting = Array(roots)
    while let next = waiting.popLast() {
        if kept.insert(next).inserted { waiting += table[next] ?? [] }
    }
    package.products.removeAll { !roots.contains($0.name) }
    package.targets.removeAll { !kept.contains($0.name) }
}
