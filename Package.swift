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

/// A debug build compiles each module in one go, so that its imports are read once. docs/decisions/build-whole-modules-and-ordered-functions.md has the figures.
let whole: [SwiftSetting] =
    strict
    + [
        .unsafeFlags(
            [
                "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "1",
                "-no-emit-module-separately-wmo",
            ],
            .when(configuration: .debug))
    ]

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
let hot: [SwiftSetting] = whole + [.unsafeFlags(["-O"], .when(configuration: .debug))]

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
        swiftSettings: settings)
}

/// Returns the tests of a target, in the folder of the same layer.
func tests(_ place: String, _ imports: [String], exclude: [String] = []) -> Target {
    .testTarget(
        name: name(place) + "Tests", dependencies: ([name(place), "TestSupport"] + imports).map { .byName(name: $0) },
        path: "Tests/" + place + "Tests", exclude: exclude, swiftSettings: whole)
}

/// Returns a program or a suite of the tests that belongs to no single target.
func tests(at place: String, _ imports: [String]) -> Target {
    .testTarget(
        name: name(place), dependencies: imports.map { .byName(name: $0) }, path: "Tests/" + place,
        swiftSettings: whole)
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
        // Not linked: the libraries are loaded for the first peer or the first encrypted segment.
        library("System/COpenSSL", apt: ["libssl-dev"]),
        library("System/CSRTP", apt: ["libsrtp2-dev"]),
        // Not linked: the library is loaded when the first right-to-left text is reordered.
        library("System/CFriBidi", apt: ["libfribidi-dev"]),
        library("System/CPlatform"),
        library("System/CSystemd"),
        .target(name: "CAllocationCount", path: "Sources/System/CAllocationCount"),

        // Base
        module("Base/Processes", ["CPlatform", "Localization", "PlayCore"]),
        module("Base/Text", ["CFriBidi", "CPlatform", "PlayCore"]),
        module("Base/Confinement", ["CPlatform", "PlayCore"]),
        module("Base/PlayCore", ["CPlatform", "Localization"], settings: foundation),
        module("Base/Storage", ["CPlatform", "CSQLite", "PlayCore"]),
        module("Base/XML", ["CExpat"], settings: hot),
        // A seek replays thousands of events, and a part of the chat has thousands of messages.
        module("Base/Encoding", ["CSodium", "CZlib", "PlayCore"], settings: hot),
        module("Base/Localization", ["CPlatform"]),
        module("Base/JobControl", ["CPlatform", "PlayCore", "Processes"]),
        module("Base/PseudoTerminals", ["CPlatform", "Processes"]),
        module("Base/SecureShell", ["Localization", "PlayCore", "Processes"]),

        // Network
        module("Network/HTTPServing", ["CMicroHTTPD", "CPlatform", "Encoding", "Localization", "PlayCore"]),
        module("Network/Addresses", ["CCurl", "PlayCore"]),
        // Hashes all data that is read, and handles its spans.
        module("Network/ByteCaches", ["CPlatform", "Encoding", "PlayCore", "Storage", "Addresses"], settings: hot),
        module("Network/Transport", ["CCurl", "CPlatform", "Encoding", "PlayCore", "Processes", "Addresses"]),
        module("Network/SoundWire", ["Encoding", "PlayCore"]),
        module(
            "Network/Signalling", ["CPlatform", "CStrophe", "Encoding", "Localization", "PlayCore", "Processes", "XML"]),
        // Processes every packet byte by byte.
        module("Network/WebRTC", ["COpenSSL", "CPlatform", "CSRTP", "Encoding", "PlayCore"], settings: hot),
        module(
            "Network/JanusRooms", ["Encoding", "PlayCore", "Addresses", "Transport", "WebRTC"]),
        module("Network/WebStreams", ["PlayCore", "Addresses", "Transport", "WebRTC"]),

        // Formats
        module("Formats/Adverts", ["Encoding", "PlayCore", "XML"]),
        module("Formats/Captions", []),
        module("Formats/Playlists", ["CPlatform", "Encoding", "PlayCore", "Text", "XML", "Addresses", "Manifests"]),
        module("Formats/Manifests", ["Encoding", "PlayCore", "XML", "Addresses"]),
        // Called for each frame. Unoptimised code would allocate where optimised code does not.
        module("Formats/Subtitles", ["CUchardet", "PlayCore", "Text", "XML"], settings: hot),

        // Media
        module("Media/Media", ["CFFmpeg", "CPlatform", "PlayCore", "Captions", "Subtitles"], settings: hot),
        module(
            "Media/AudioOutput", ["CALSA", "CPlatform", "Localization", "PlayCore", "SoundWire"], settings: hot),
        module("Media/SoundListening", ["CPlatform", "PlayCore", "SoundWire", "AudioOutput", "Media"]),
        // Computes the colours of every pixel.
        module(
            "Media/ProgramOutput", ["CPlatform", "Localization", "PlayCore", "Processes", "Text", "AudioOutput"],
            settings: hot),
        module("Media/PDFPages", ["Localization", "PlayCore", "Processes"]),
        module("Media/Screenshots", ["CPlatform", "Encoding", "Localization", "PlayCore", "Subtitles", "Media"]),

        // Player
        module("Player/PlaybackModel", ["Localization", "PlayCore"]),
        module("Player/Adaptation", ["PlayCore"]),
        module(
            "Player/MediaSources", ["Localization", "PlayCore", "Manifests", "Media", "Adaptation", "PlaybackModel"]),
        module(
            "Player/Playback",
            ["Localization", "PlayCore", "Captions", "Media", "Adaptation", "MediaSources", "PlaybackModel"]),
        module(
            "Player/Streaming",
            [
                "COpenSSL", "PlayCore", "Addresses", "ByteCaches", "Transport", "WebRTC", "WebStreams", "Manifests",
                "Media",
                "Adaptation", "MediaSources", "PlaybackModel",
            ]),
        module("AdaptationSimulator", in: "Benchmarks/", ["PlayCore", "Adaptation"]),
        module(
            "Player/PreparedFilms",
            [
                "Encoding", "PlayCore", "Transport", "Media", "Adaptation", "MediaSources", "PlaybackModel",
            ]),

        // Features
        module(
            "Features/LiveRooms",
            [
                "Encoding", "Localization", "PlayCore", "Processes", "Storage", "XML", "Addresses", "Signalling",
                "Transport", "PDFPages", "ClassAccess", "ClassRules", "ClassWire", "Rooms",
            ]),
        module(
            "Features/ClassFilm",
            [
                "Encoding", "Localization", "PlayCore", "XML", "Addresses", "Signalling", "ClassAccess", "ClassRules",
                "ClassWire", "Rooms",
            ]),
        module(
            "Features/ClassAccess",
            ["Encoding", "Localization", "PlayCore", "Text", "Addresses", "HTTPServing", "Transport", "Rooms"]),
        module("Features/ClassWire", ["Encoding", "XML", "Signalling", "ClassRules", "Rooms"]),
        module(
            "Features/ClassKeeper",
            [
                "CPlatform", "Encoding", "Localization", "PlayCore", "Processes", "Storage", "Text", "XML",
                "Addresses", "HTTPServing", "JanusRooms", "Signalling", "Transport", "WebRTC", "ClassAccess",
                "ClassRules", "ClassWire", "Rooms",
            ]),
        module(
            "Features/AdvertPlaying",
            [
                "Encoding", "PlayCore", "Addresses", "Transport", "Adverts", "Playlists", "Media", "MediaSources",
                "Playback", "PlaybackModel", "Access",
            ]),
        module("Features/Library", ["Encoding", "PlayCore", "Storage", "Text", "Playlists"]),
        module(
            "Features/StreamJoining",
            ["Encoding", "PlayCore", "Transport", "Subtitles", "Media", "MediaSources", "Streaming", "DownloadModel"]),
        module(
            "Features/PlayerServices",
            [
                "Localization", "PlayCore", "Text", "Transport", "Playlists", "Media", "MediaSources", "Playback",
                "PlaybackModel", "Streaming", "Access", "Catalogue", "Lists",
            ]),
        module(
            "Features/SubtitleLoading",
            [
                "CPlatform", "Localization", "PlayCore", "Playlists", "Subtitles", "Media", "MediaSources", "Playback",
                "PlaybackModel", "Access", "Catalogue", "Downloads",
            ]),
        module(
            "Features/Access",
            [
                "Localization", "PlayCore", "Storage", "Text", "Addresses", "ByteCaches", "Transport", "WebStreams",
                "Manifests", "Playlists", "Subtitles", "Media", "Adaptation", "MediaSources", "PlaybackModel",
                "PreparedFilms", "Streaming", "DownloadClient", "DownloadModel", "Downloads",
            ]),
        module(
            "Features/Preparation",
            [
                "CPlatform", "Encoding", "Localization", "PlayCore", "Storage", "Text", "Transport", "Playlists",
                "Media",
                "MediaSources", "PreparedFilms",
            ]),
        module(
            "Features/PlayerHistory",
            ["Localization", "PlayCore", "Storage", "Text", "Playlists", "Playback", "PlaybackModel", "History"]),
        module("Features/Lists", ["CPlatform", "Localization", "PlayCore", "Text", "Playlists"]),
        module("Features/DownloadModel", ["Encoding", "Localization", "PlayCore"]),
        module(
            "Features/RoomPlayback",
            [
                "JobControl", "Localization", "PlayCore", "Processes", "Storage", "Text", "Addresses", "Transport",
                "Playlists", "Media", "PDFPages", "MediaSources", "Playback", "PlaybackModel", "Access", "ClassRules",
                "History", "LivePlaying", "RoomImport", "Rooms",
            ]),
        module("Features/History", ["PlayCore", "Storage"]),
        module("Features/Kiosk", ["CPlatform", "Confinement", "Encoding", "PlayCore", "Storage", "Text"]),
        // Hashes all downloaded data.
        module(
            "Features/Downloads",
            [
                "CPlatform", "CSodium", "Encoding", "PlayCore", "Storage", "Addresses", "ByteCaches", "Transport",
                "Manifests", "DownloadModel",
            ]),
        module(
            "Features/Catalogue",
            ["CPlatform", "Encoding", "Localization", "PlayCore", "Processes", "Addresses", "Transport"]),
        module("Features/Rooms", ["Encoding", "PlayCore", "Text", "Addresses"]),
        module("Features/ClassRules", ["Encoding", "Localization", "PlayCore", "Rooms"]),
        module("Features/RoomImport", ["Encoding", "PlayCore", "XML", "Addresses", "Playlists", "Rooms"]),
        module(
            "Features/DownloadClient",
            ["CPlatform", "Encoding", "Localization", "PlayCore", "Processes", "Storage", "DownloadModel"]
        ),
        module(
            "Features/DownloadService",
            [
                "CPlatform", "Encoding", "PlayCore", "Processes", "Addresses", "Transport", "Catalogue",
                "DownloadClient", "DownloadModel", "Downloads", "Playlists", "RoomImport", "Rooms",
            ]),

        module(
            "Features/LivePublishing",
            [
                "Localization", "PlayCore", "Text", "Addresses", "Transport", "WebRTC", "WebStreams", "Media",
                "ClassAccess", "ClassRules", "Rooms",
            ]),
        // Mixes the sound of all speakers sample by sample.
        module(
            "Features/LivePlaying",
            [
                "Localization", "PlayCore", "Text", "Addresses", "Transport", "WebRTC", "WebStreams", "Media",
                "Playback",
                "PlaybackModel", "ClassAccess", "ClassRules", "Rooms",
            ], settings: hot),
        module("Features/ClassRecording", ["PlayCore", "Media", "ClassAccess", "LivePlaying"]),

        // Control
        module(
            "Control/ListPlayer",
            [
                "Encoding", "Localization", "PlayCore", "Text", "Playlists", "Adaptation", "Playback", "PlaybackModel",
                "Access", "AdvertPlaying", "Catalogue", "Lists", "PlayerHistory", "PlayerServices", "RoomPlayback",
                "Rooms", "SubtitleLoading", "Commands", "Options", "PlayerSettings",
            ]),
        module(
            "Control/PlayerSettings",
            [
                "Localization", "PlayCore", "Storage", "Addresses", "ByteCaches", "Transport", "Subtitles", "Media",
                "Adaptation", "Playback", "PlaybackModel", "Access", "Catalogue", "ClassAccess", "DownloadClient",
                "Lists", "LiveRooms", "PlayerHistory", "PlayerServices", "RoomPlayback", "Rooms", "SubtitleLoading",
                "OptionSettings", "Options",
            ]),
        module("Control/Options", ["CPlatform", "Encoding", "Localization", "PlayCore", "Text"]),
        // Converts options to settings of targets that do not know options.
        module(
            "Control/OptionSettings",
            ["PlayCore", "Processes", "ByteCaches", "Transport", "Catalogue", "DownloadModel", "Downloads", "Options"]),
        module("Control/Commands", ["Encoding", "Localization", "PlayCore", "PlaybackModel", "Lists"]),
        module(
            "Control/RemoteControl",
            [
                "CPlatform", "CSystemd", "Encoding", "Localization", "PlayCore", "Processes", "Text", "PlaybackModel",
                "Lists", "Commands",
            ]),

        // Screen
        module(
            "Screen/PlayerScreen",
            [
                "CPlatform", "Encoding", "JobControl", "Localization", "PlayCore", "Processes", "Text", "Playlists",
                "Subtitles", "AudioOutput", "Media", "ProgramOutput", "Screenshots", "MediaSources", "Playback",
                "PlaybackModel", "Access", "Catalogue", "ClassRules", "DownloadClient", "DownloadModel", "Downloads",
                "History", "Library", "Lists", "LivePlaying", "LivePublishing", "PlayerHistory", "PlayerServices",
                "RoomPlayback", "Rooms", "SubtitleLoading",
                "Commands", "Options", "Cells", "Mosaic", "SlidePictures", "TUI", "Terminal",
            ]),
        module("Screen/SlidePictures", ["PlayCore", "Rooms", "Cells", "Mosaic"]),
        module("Screen/Cells", ["CPlatform", "PlayCore", "Text"], settings: hot),
        module("Screen/Mosaic", ["PlayCore", "Cells"], settings: hot),
        module(
            "Screen/Terminal", ["CNcurses", "CPlatform", "Encoding", "JobControl", "PlayCore", "Processes", "Cells"],
            settings: hot),
        // Its loop runs for each frame. Unoptimised code would allocate where optimised code does not.
        module(
            "Screen/TUI",
            [
                "Encoding", "Localization", "PlayCore", "Text", "Playlists", "Subtitles", "PlaybackModel", "Catalogue",
                "ClassRules", "DownloadModel", "History", "Library", "Lists", "Rooms", "Commands", "Cells",
                "SlidePictures",
            ],
            settings: hot
        ),

        // Programs
        program(
            "tvplay",
            [
                "CPlatform", "Encoding", "JobControl", "Localization", "PlayCore", "Processes", "SecureShell",
                "Storage",
                "Text", "Addresses", "ByteCaches", "SoundWire", "DownloadClient", "DownloadModel", "History", "Kiosk",
                "Options", "Cells",
            ]),
        program(
            "tvplay-player",
            [
                "CPlatform", "Confinement", "Encoding", "JobControl", "Localization", "PlayCore", "SecureShell",
                "Storage", "Text", "ByteCaches",
                "SoundWire", "Transport", "Playlists", "Subtitles", "AudioOutput", "Media", "ProgramOutput",
                "Screenshots", "SoundListening",
                "Adaptation", "MediaSources", "Playback", "PlaybackModel", "Access", "AdvertPlaying", "Catalogue",
                "DownloadClient",
                "DownloadModel", "History", "Kiosk", "Library", "Lists", "LivePlaying", "LivePublishing", "LiveRooms",
                "PlayerHistory", "PlayerServices", "Preparation", "PreparedFilms", "RoomPlayback", "Rooms",
                "StreamJoining", "SubtitleLoading",
                "Commands", "ListPlayer", "Options",
                "PlayerSettings", "RemoteControl", "Cells", "Mosaic", "PlayerScreen", "SlidePictures", "TUI",
                "Terminal",
            ]),
        program(
            "tvplay-downloads",
            [
                "CPlatform", "Localization", "PlayCore", "Storage", "ByteCaches", "Transport", "Playlists", "Catalogue",
                "DownloadClient", "DownloadModel", "DownloadService", "Downloads", "OptionSettings", "Options",
            ]),
        program(
            "tvplay-keeper",
            [
                "CPlatform", "Encoding", "Localization", "PlayCore", "Processes", "Storage", "Addresses", "HTTPServing",
                "JanusRooms", "Signalling", "Transport", "ClassAccess", "ClassFilm", "ClassKeeper", "ClassRules",
                "Rooms",
                "Options",
            ]),
        program("tvplay-recorder", ["CPlatform", "PlayCore", "Media", "ClassAccess", "ClassRecording"]),
        program(
            "tvplay-bench", in: "Benchmarks/",
            [
                "CAllocationCount", "CPlatform", "Encoding", "Localization", "PlayCore", "Processes", "PseudoTerminals",
                "Addresses", "ByteCaches", "HTTPServing", "JanusRooms", "Signalling", "Storage", "Transport", "WebRTC",
                "WebStreams", "AudioOutput", "Media", "Adaptation", "AdaptationSimulator", "MediaSources", "Playback",
                "PlaybackModel", "ClassAccess",
                "ClassFilm", "ClassKeeper", "ClassRules", "ClassWire", "Library", "Lists", "LiveRooms", "RoomImport",
                "Rooms", "Commands", "Cells", "Mosaic", "TUI", "Terminal",
            ], settings: hot),

        // Tests, in the same order
        .target(
            name: "TestSupport",
            dependencies: [
                "CPlatform", "Encoding", "PlayCore", "Processes", "PseudoTerminals", "XML", "Addresses", "Signalling",
                "Cells",
            ],
            path: "Tests/TestSupport", exclude: ["Foreign", "PeerTube"], swiftSettings: hot),
        // A running class on a real server, for the tests of targets that attend or serve one.
        .target(
            name: "ClassroomHarness",
            dependencies: [
                "PlayCore", "Processes", "HTTPServing", "JanusRooms", "Signalling", "ClassAccess", "ClassKeeper",
                "ClassRules", "Rooms", "TestSupport",
            ],
            path: "Tests/ClassroomHarness",
            swiftSettings: whole),
        tests("Base/PlayCore", ["CPlatform"]),
        tests("Base/Storage", ["PlayCore"]),
        tests("Base/XML", []),
        tests("Base/Encoding", ["PlayCore"]),
        tests("Base/Localization", []),
        tests("Base/JobControl", ["PlayCore", "Processes"]),
        tests("Base/SecureShell", []),
        tests("Network/Addresses", []),
        // For tests: fills a cache until it is killed.
        harness(
            "Network/CacheHarness", ["CPlatform", "PlayCore", "Addresses", "ByteCaches"], settings: hot),
        tests("Network/ByteCaches", ["Encoding", "PlayCore", "Storage", "Addresses", "CacheHarness"]),
        tests("Network/Transport", ["CPlatform", "Encoding", "PlayCore", "Addresses"]),
        tests("Network/Signalling", ["CStrophe", "Encoding", "PlayCore", "XML"]),
        tests("Network/SoundWire", ["PlayCore"]),
        tests("Network/WebRTC", ["PlayCore"]),
        tests("Network/JanusRooms", ["PlayCore", "Processes", "Addresses", "Transport", "WebRTC"]),
        tests("Formats/Playlists", ["CPlatform", "PlayCore", "Text"]),
        tests("Formats/Manifests", ["PlayCore", "Addresses"]),
        tests("Formats/Subtitles", ["PlayCore", "Text"]),
        tests("Media/Media", ["PlayCore"]),
        tests("Media/PDFPages", ["PlayCore"]),
        tests("Media/Screenshots", ["CPlatform", "PlayCore", "Subtitles", "Media"]),
        tests("Media/AudioOutput", ["CPlatform", "PlayCore", "SoundWire"]),
        tests("Media/SoundListening", ["PlayCore", "SoundWire"]),
        tests("Media/ProgramOutput", ["PlayCore", "Processes"]),
        tests("Player/Playback", ["PlayCore", "Media", "Adaptation", "MediaSources", "PlaybackModel"]),
        tests(
            "Player/Streaming",
            [
                "COpenSSL", "PlayCore", "Addresses", "ByteCaches", "Transport", "Manifests", "Media", "Adaptation",
                "MediaSources", "Playback", "PlaybackModel", "Catalogue",
            ]),
        tests("Player/Adaptation", ["PlayCore", "AdaptationSimulator"]),
        // For tests: downloads until it is killed.
        harness(
            "Features/DownloadHarness",
            ["CPlatform", "PlayCore", "Addresses", "Transport", "DownloadModel", "Downloads"]),
        tests(
            "Features/Downloads",
            [
                "Encoding", "PlayCore", "Addresses", "ByteCaches", "Transport", "Manifests", "DownloadModel",
                "DownloadHarness",
            ]),
        tests("Features/DownloadClient", ["Encoding", "PlayCore", "Storage", "DownloadModel", "Downloads"]),
        tests(
            "Features/DownloadService",
            [
                "Encoding", "PlayCore", "Addresses", "Transport", "Catalogue", "DownloadClient", "DownloadModel",
                "Downloads", "Rooms",
            ], exclude: ["Fixtures"]),
        // The built daemon under kill -9, full disks and cut lines. `make soak` runs it longer.
        tests(
            at: "Features/DownloadSoakTests",
            [
                "Encoding", "PlayCore", "Storage", "ByteCaches", "DownloadClient", "DownloadModel", "Downloads",
                "tvplay-downloads", "TestSupport",
            ]),
        tests("Features/History", ["PlayCore", "Storage"]),
        tests("Features/Catalogue", ["Encoding", "PlayCore", "Processes", "Addresses", "Transport"]),
        tests("Features/ClassRules", ["Encoding", "Localization", "PlayCore", "Rooms"]),
        // Its invariants are checked with real recordings, too.
        tests("Features/Rooms", ["Encoding", "PlayCore", "Addresses", "RoomImport"]),
        tests("Features/RoomImport", ["PlayCore", "Addresses", "Rooms"]),
        tests("Control/OptionSettings", ["PlayCore", "DownloadModel", "Downloads", "Options"]),
        tests("Control/Options", ["Localization", "PlayCore", "Text"]),
        tests("Control/Commands", ["Encoding", "PlayCore", "PlaybackModel", "Lists", "Cells"]),
        tests("Control/RemoteControl", ["CPlatform", "Encoding", "PlayCore", "PlaybackModel", "Lists", "Commands"]),
        tests("Screen/Cells", ["CPlatform", "PlayCore", "Text"]),
        tests("Screen/Mosaic", ["CPlatform", "PlayCore", "Cells"]),
        tests(
            "Screen/TUI",
            [
                "CPlatform", "Encoding", "Localization", "PlayCore", "PseudoTerminals", "Text", "Playlists",
                "Subtitles", "PlaybackModel", "Catalogue", "ClassRules", "DownloadModel", "History", "Library", "Lists",
                "Rooms", "Commands", "Cells", "SlidePictures", "Terminal",
            ], exclude: ["Fixtures"]),
        tests("Screen/Terminal", ["CPlatform", "Encoding", "PlayCore", "Processes", "Cells"]),
        // Tests the built program from outside, without importing its targets.
        tests(
            at: "Programs/PlayerTests",
            [
                "CPlatform", "PlayCore", "Processes", "ClassAccess", "ClassKeeper", "Rooms", "Cells",
                "CacheHarness", "ClassroomHarness", "TestSupport",
            ]),
        tests(at: "Benchmarks/BenchTests", ["Cells", "tvplay-bench", "TestSupport"]),
        tests("Base/Text", ["CPlatform"]),
        tests("Base/Confinement", ["CPlatform"]),
        tests("Features/Kiosk", ["Confinement", "PlayCore"]),
        tests("Player/PlaybackModel", ["PlayCore"]),
        tests(
            "Features/RoomPlayback",
            [
                "CPlatform", "PlayCore", "Storage", "Addresses", "Transport", "Playlists", "Media", "PDFPages",
                "MediaSources", "Playback", "Access", "History", "Rooms",
            ]),
        tests("Screen/SlidePictures", ["CPlatform", "PlayCore", "Rooms", "Cells", "Mosaic"]),
        tests("Features/Lists", ["PlayCore", "Playlists"]),
        tests(
            "Features/PlayerHistory", ["PlayCore", "Storage", "MediaSources", "Playback", "PlaybackModel", "History"]),
        tests(
            "Features/Access",
            ["PlayCore", "ByteCaches", "Transport", "Playlists", "Subtitles", "Media", "MediaSources"]),
        tests(
            "Features/SubtitleLoading",
            ["CPlatform", "PlayCore", "Transport", "Subtitles", "Media", "MediaSources", "Playback", "Access"]),
        tests(
            "Control/PlayerSettings",
            [
                "PlayCore", "ByteCaches", "Subtitles", "Media", "Adaptation", "MediaSources", "Playback", "Access",
                "Catalogue", "History", "Lists", "PlayerHistory", "PlayerServices", "Rooms", "SubtitleLoading",
                "Options",
            ]),
        tests(
            "Control/ListPlayer",
            [
                "Encoding", "PlayCore", "Playback", "PlaybackModel", "Access", "Catalogue", "Lists", "PlayerServices",
                "Commands", "Options", "PlayerSettings",
            ]),
        tests(
            "Screen/PlayerScreen",
            [
                "PlayCore", "AudioOutput", "Media", "Screenshots", "MediaSources", "Playback", "PlaybackModel",
                "Access",
                "Catalogue", "ClassRules", "DownloadClient", "Lists", "LivePublishing", "Rooms", "Commands", "Options",
                "PlayerSettings", "Cells", "Mosaic", "TUI", "Terminal",
            ]),
        tests("Base/Processes", ["PlayCore"]),
        tests("Features/Library", ["PlayCore"]),
        tests("Features/StreamJoining", ["PlayCore"]),
        tests("Features/Preparation", ["PlayCore", "Media", "MediaSources", "PlaybackModel", "PreparedFilms"]),
        tests("Player/PreparedFilms", ["PlayCore", "Media", "Adaptation", "MediaSources", "PlaybackModel"]),
        tests("Formats/Captions", []),
        tests("Formats/Adverts", ["PlayCore"]),
        tests("Network/HTTPServing", ["Encoding", "PlayCore", "Addresses", "Transport"]),
        tests(
            "Features/ClassKeeper",
            [
                "Encoding", "PlayCore", "Processes", "Storage", "XML", "Addresses", "HTTPServing", "JanusRooms",
                "Signalling", "Transport", "WebRTC", "WebStreams", "ClassAccess", "ClassRules", "ClassWire", "Rooms",
                "ClassroomHarness",
                "tvplay-keeper",
            ]),
        tests("Features/ClassWire", ["Encoding", "PlayCore", "XML", "Signalling", "ClassRules", "Rooms"]),
        tests("Features/ClassAccess", ["Encoding", "PlayCore", "Addresses", "HTTPServing", "Transport", "Rooms"]),
        tests(
            "Features/ClassFilm",
            [
                "Encoding", "PlayCore", "Signalling", "ClassAccess", "ClassKeeper", "ClassRules", "ClassWire", "Rooms",
                "ClassroomHarness",
            ]),
        tests(
            "Features/LivePublishing",
            [
                "PlayCore", "Addresses", "HTTPServing", "JanusRooms", "Transport", "WebRTC", "WebStreams", "Media",
                "ClassAccess", "ClassKeeper", "ClassRules", "LivePlaying", "Rooms", "ClassroomHarness",
            ]),
        tests(
            "Features/LivePlaying", ["PlayCore", "WebStreams", "Media", "ClassAccess"]),
        tests("Features/ClassRecording", ["PlayCore", "LivePlaying"]),
        tests(
            "Features/LiveRooms",
            [
                "Encoding", "PlayCore", "Storage", "XML", "Addresses", "Signalling", "Transport", "ClassAccess",
                "ClassKeeper", "ClassRules", "ClassWire", "Rooms", "ClassroomHarness", "tvplay-keeper",
            ]),
    ]
)

/// The targets that `make check` builds: tests that need neither servers nor a terminal, and their imports.
let quick = Set(
    [
        "Adaptation", "Addresses", "Adverts", "Captions", "Cells", "ClassRules", "ClassWire", "Commands", "Encoding",
        "History", "Library",
        "Lists", "Localization", "Manifests", "Media", "Mosaic", "OptionSettings", "Options", "PlayCore", "Playback",
        "PlaybackModel",
        "PlayerHistory", "PlayerSettings", "Playlists", "PreparedFilms", "RoomImport", "Rooms", "SlidePictures",
        "SoundWire", "Storage",
        "Subtitles", "TUI", "Text", "XML",
    ].map { $0 + "Tests" })

/// The targets that the environment requests: only the programs, or only the tests of `make check` with their targets. `nil` for all.
let roots: Set<String>? =
    switch Context.environment["TVPLAY_TESTS"] {
    case "none": Set(package.products.map(\.name))
    case "quick": quick
    default: nil
    }

if let roots {
    func name(_ dependency: Target.Dependency) -> String? {
        if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    let imports = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies.compactMap(name)) })
    var kept: Set<String> = []
    var waiting = Array(roots)
    while let next = waiting.popLast() {
        if kept.insert(next).inserted { waiting += imports[next] ?? [] }
    }
    package.products.removeAll { !roots.contains($0.name) }
    package.targets.removeAll { !kept.contains($0.name) }
}
