import PlayCore

extension OptionTable {
    static let downloads = [
        OptionSpec(
            "account", account, default: "default", in: .downloads, .wholeRun,
            summary: trMark("Account whose downloads to use. Each account has its own list.")
        ) { $0.downloads.account = $1 },
        OptionSpec(
            "download-dir", folder, in: .downloads, .wholeRun,
            summary: trMark(
                "Folder for downloads, an absolute path (default: the download folder of your desktop, else "
                    + "~/Downloads).")
        ) { $0.downloads.folder = $1 },
        OptionSpec(
            "download-in-cache", .flag, default: "no", in: .downloads, .wholeRun,
            summary: trMark(
                "Save downloads below XDG_CACHE_HOME or ~/.cache. The system may clear that folder.")
        ) { $0.downloads.isInCache = $1 },
        OptionSpec(
            "download-name", .text, in: .downloads, .wholeRun,
            summary: trMark("File name template, with {title}, {definition}, {id} and {date}; / creates folders.")
        ) { $0.downloads.nameTemplate = $1 },
        OptionSpec(
            "download-limit", .byteRate, default: "0", in: .downloads, .wholeRun,
            summary: trMark("Limit all downloads to this many bytes per second, such as 500K or 2M. 0: unlimited.")
        ) { $0.downloads.limit = $1 },
        OptionSpec(
            "download-limit-playing", .byteRate, default: "256K", in: .downloads, .wholeRun,
            summary: trMark("Limit while a player streams from the network. 0: no separate limit.")
        ) { $0.downloads.limitWhilePlaying = $1 },
        OptionSpec(
            "download-items", ValueParser.integer(1...10_000).optional.or("all", nil), default: "all",
            in: .downloads, .wholeRun,
            summary: trMark("Maximum number of simultaneous downloads.")
        ) { $0.downloads.items = $1 },
        OptionSpec(
            "download-max-active", .integer(1...256), default: "24", in: .downloads, .wholeRun,
            summary: trMark("Maximum number of downloads with open connections; higher priority first.")
        ) { $0.downloads.maxActive = $1 },
        OptionSpec(
            "download-connections", .integer(1...16), default: "4", in: .downloads, .wholeRun,
            summary: trMark("Connections per file.")
        ) { $0.downloads.connections = $1 },
        OptionSpec(
            "download-host-connections", .integer(1...64), default: "6", in: .downloads, .wholeRun,
            summary: trMark("Maximum number of connections per server.")
        ) { $0.downloads.connectionsPerHost = $1 },
        OptionSpec(
            "download-metered", .choice(MeteredChoice.self), default: "allow", in: .downloads, .wholeRun,
            summary: trMark("Whether to download on metered connections, as reported by NetworkManager.")
        ) { $0.downloads.allowsMetered = $1 == .allow },
        OptionSpec(
            "download-schedule", hours, default: "no", in: .downloads, .wholeRun,
            summary: trMark("Download during these hours only, such as 22:00-06:30 or 22:00-06:30,sat,sun.")
        ) { $0.downloads.hours = $1 },
        OptionSpec(
            "secure-key-file", .path, in: .downloads, .wholeRun,
            summary: trMark(
                "Key for encrypted downloads: a file of 32 bytes, readable by you only. tvplay "
                    + "downloads key creates one.")
        ) { $0.downloads.key = .file($1) },
        OptionSpec(
            "secure-key-command", keyCommand, in: .downloads, .wholeRun,
            summary: trMark(
                "Run this command for the key, such as pass show tvplay. Its first line is used. It "
                    + "runs once per start."
            )
        ) { $0.downloads.key = .command($1) },
        OptionSpec(
            "download-idle", ValueParser.time(.zero...longest).optional.or("never", nil), default: "30",
            in: .downloads, .wholeRun,
            summary: trMark("Stop the download daemon after this many idle seconds.")
        ) { $0.downloads.idle = $1 },
    ]

    private static let account = ValueParser<String>(.text) { text in
        let isPlain = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "._@+-".utf8.contains(byte)
        }
        return isPlain && !text.isEmpty && text.utf8.count <= 64 && !text.hasPrefix(".") ? text : nil
    }

    private static let keyCommand = ValueParser<String>(.program) { text in
        text.contains { $0 != " " } ? text : nil
    }

    private static let folder = ValueParser<String>(.absoluteFolder) { $0.hasPrefix("/") ? $0 : nil }

    private static let hours = ValueParser<DownloadHours?>(.text, words: ["no"]) { text in
        text == "no" ? .some(nil) : DownloadHours(text).map(Optional.some)
    }
}

private enum MeteredChoice: String, Sendable, CaseIterable { case allow, deny }
