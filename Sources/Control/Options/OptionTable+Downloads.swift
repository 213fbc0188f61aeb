import Localization
import PlayCore

extension OptionTable {
    static let downloads = [
        OptionSpec(
            "account", account, default: "default", in: .downloads, .wholeRun,
            summary: trMark("Whose downloads: each name has a list of its own.")
        ) { $0.downloads.account = $1 },
        OptionSpec(
            "download-dir", folder, in: .downloads, .wholeRun,
            summary: trMark(
                "Put downloads into this folder, an absolute path. Without the option, below XDG_DATA_HOME or "
                    + "~/.local/share.")
        ) { $0.downloads.folder = $1 },
        OptionSpec(
            "download-in-cache", .flag, default: "no", in: .downloads, .wholeRun,
            summary: trMark(
                "Put them below XDG_CACHE_HOME or ~/.cache instead. What is removed there can be downloaded again.")
        ) { $0.downloads.isInCache = $1 },
        OptionSpec(
            "download-name", .text, in: .downloads, .wholeRun,
            summary: trMark("Call files so: {title}, {definition}, {id} and {date} are filled in, / makes folders.")
        ) { $0.downloads.nameTemplate = $1 },
        OptionSpec(
            "download-limit", .byteCount, default: "0", in: .downloads, .wholeRun,
            summary: trMark("Download no more than this a second: 500K, 2M. 0 is no limit.")
        ) { $0.downloads.limit = $1 },
        OptionSpec(
            "download-limit-playing", .byteCount, default: "256K", in: .downloads, .wholeRun,
            summary: trMark("The same while something is played from the network. 0 is no other limit.")
        ) { $0.downloads.limitWhilePlaying = $1 },
        OptionSpec(
            "download-items", ValueParser.integer(1...10_000).optional.or("all", nil), default: "all",
            in: .downloads, .wholeRun,
            summary: trMark("Download so many at a time; the others wait.")
        ) { $0.downloads.items = $1 },
        OptionSpec(
            "download-connections", .integer(1...16), default: "4", in: .downloads, .wholeRun,
            summary: trMark("Fetch one file by so many connections.")
        ) { $0.downloads.connections = $1 },
        OptionSpec(
            "download-host-connections", .integer(1...64), default: "6", in: .downloads, .wholeRun,
            summary: trMark("Have no more connections than this to one server.")
        ) { $0.downloads.connectionsPerHost = $1 },
        OptionSpec(
            "download-metered", .choice(MeteredChoice.self), default: "allow", in: .downloads, .wholeRun,
            summary: trMark("Whether to download where the line costs by the byte, as NetworkManager says.")
        ) { $0.downloads.allowsMetered = $1 == .allow },
        OptionSpec(
            "download-schedule", hours, default: "no", in: .downloads, .wholeRun,
            summary: trMark("Download at these hours only: 22:00-06:30, on some days 22:00-06:30,sat,sun.")
        ) { $0.downloads.hours = $1 },
        OptionSpec(
            "secure-key-file", .path, in: .downloads, .wholeRun,
            summary: trMark(
                "The key of encrypted downloads: a file of 32 bytes that only you may read. tvplay downloads key makes "
                    + "one.")
        ) { $0.downloads.key = .file($1) },
        OptionSpec(
            "secure-key-command", keyCommand, in: .downloads, .wholeRun,
            summary: trMark(
                "Have this program print the key instead, as in pass show tvplay: in its first line, once for each start."
            )
        ) { $0.downloads.key = .command($1) },
        OptionSpec(
            "download-idle", ValueParser.time(.zero...longest).optional.or("never", nil), default: "30",
            in: .downloads, .wholeRun,
            summary: trMark("The daemon of downloads ends when there was nothing to do for this long, in seconds.")
        ) { $0.downloads.idle = $1 },
    ]

    private static let account = ValueParser<String>(.text) { text in
        let isPlain = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "._@+-".utf8.contains(byte)
        }
        return isPlain && !text.isEmpty && text.utf8.count <= 64 && !text.hasPrefix(".") ? text : nil
    }

    private static let keyCommand = ValueParser<String>(.text) { text in
        text.contains { $0 != " " } ? text : nil
    }

    private static let folder = ValueParser<String>(.path) { $0.hasPrefix("/") ? $0 : nil }

    private static let hours = ValueParser<DownloadHours?>(.text, words: ["no"]) { text in
        text == "no" ? .some(nil) : DownloadHours(text).map(Optional.some)
    }
}

/// DL-03: `metered`.
private enum MeteredChoice: String, Sendable, CaseIterable { case allow, deny }
