import Localization
import PlayCore

extension OptionTable {
    static let services =
        [
            OptionSpec(
                "token", .text, in: .services,
                summary: trMark("Show services this token. Others on this machine can read it here; see token-command.")
            ) { $0.services.token = $1 },
            OptionSpec(
                "token-command", .text, in: .services,
                summary: trMark("Run this program for tokens: it is told the item and prints one.")
            ) { $0.services.tokenCommand = $1 },
            OptionSpec(
                "token-endpoint", address, in: .services,
                summary: trMark("Ask this address for tokens.")
            ) { $0.services.tokenEndpoint = $1 },
            OptionSpec(
                "comment-token", .text, in: .services,
                summary: trMark("Read and write comments with this token.")
            ) { $0.services.commentToken = $1 },
            OptionSpec(
                "catalogue", .text, in: .services,
                summary: trMark(
                    "Look here for catalogue://video/ID, catalogue://ref/REFERENCE and catalogue://playlist/ID. It is a "
                        + "manifest, the address of a service, or peertube://HOST.")
            ) { $0.services.catalogue = $1 },
            OptionSpec(
                "policy-key", .text, in: .services,
                summary: trMark("Show this key to the catalogue, and to nobody else.")
            ) { $0.services.policyKey = $1 },
            OptionSpec(
                "peertube-user", peerTubeUser, in: .services,
                summary: trMark(
                    "Sign in at this PeerTube server with this account: NAME@HOST. Asks for the password once, where no "
                        + "command is given, and keeps the sign-in.")
            ) { $0.services.peerTubeUser = $1 },
            OptionSpec(
                "peertube-password-command", .text, in: .services,
                summary: trMark("Run this program for the password of that account: it prints it.")
            ) { $0.services.peerTubePasswordCommand = $1 },
            OptionSpec(
                "access-key", .text, in: .services,
                summary: trMark("Show this key where a service has somebody else decide who may play.")
            ) { $0.services.accessKey = $1 },
            OptionSpec(
                "encrypted", .flag, default: "no", in: .services,
                summary: trMark("Ask the service for the encrypted variant of an item.")
            ) { $0.services.isEncrypted = $1 },
            OptionSpec(
                "source", .choice(SourceWish.self), default: "hls-https", in: .services,
                summary: trMark("Of several sources take this one first.")
            ) { $0.services.source = $1 },
            OptionSpec(
                "version-of-recording", .integer(-1...Int(Int32.max)), in: .services,
                summary: trMark("Play this version of a recording: -1 after clipping, 0 as recorded.")
            ) { $0.services.clippedVersion = $1 },
            OptionSpec(
                "domain-prefix", prefix, in: .services,
                summary: trMark("Put this in the place of {prefix} in addresses: a customer's own domain.")
            ) { $0.services.domainPrefix = $1 },
            OptionSpec(
                "preview", .integer(1...86_400), in: .services,
                summary: trMark("Ask for a preview of so many seconds, where the service gives one.")
            ) { $0.services.previewSeconds = $1 },
            OptionSpec(
                "vod-params", namedValues, in: .services,
                summary: trMark("Tell the service these when it is asked for an item: NAME=VALUE, with commas between.")
            ) { options, values in
                for pair in values { options.services.parameters[pair.name] = pair.value }
            },
            OptionSpec(
                "play-domain", .text, in: .services,
                summary: trMark("Have the service give addresses of this domain.")
            ) { $0.services.playDomain = $1 },
            OptionSpec(
                "h265-adaptive", .flag, default: "no", in: .services,
                summary: trMark(
                    "Where the machine fails to decode H.265, play the H.264 stream that the service keeps for this.")
            ) { $0.services.isH265Adaptive = $1 },
        ] + ytDlp + reports

    private static let ytDlp = [
        OptionSpec(
            "ytdl", .flag, default: "yes", in: .services,
            summary: trMark("Do not have yt-dlp look for videos in pages.")
        ) { $0.services.usesYtDlp = $1 },
        OptionSpec(
            "ytdl-path", .path, in: .services,
            summary: trMark("The yt-dlp to run, where it is not in PATH.")
        ) { $0.services.ytDlpPath = $1 },
        OptionSpec(
            "ytdl-format", .text, in: .services,
            summary: trMark("Have yt-dlp choose this format.")
        ) { $0.services.ytDlpFormat = $1 },
        OptionSpec(
            "ytdl-raw-options", namedValues, in: .services,
            summary: trMark("Give yt-dlp these options, too: NAME=VALUE without dashes, with commas between.")
        ) { $0.services.ytDlpRawOptions = $1 },
    ]

    private static let reports = [
        OptionSpec(
            "report-address", address, in: .services, .wholeRun,
            summary: trMark("Tell this address what is played, how far, and how large the screen is. Off without it.")
        ) { $0.services.report.address = $1 },
        OptionSpec(
            "report-text", .text, in: .services, .wholeRun,
            summary: trMark("Put this text into each report.")
        ) { $0.services.report.customText = $1 },
        OptionSpec(
            "report-interval", ValueParser.time(.seconds(1)...longest), default: "30", in: .services, .wholeRun,
            summary: trMark("How often a report is sent, in seconds.")
        ) { $0.services.report.interval = $1 },
    ]

    private static let peerTubeUser = ValueParser<PeerTubeUser>(.text) { PeerTubeUser($0) }

    private static let address = ValueParser<String>(.text) { text in
        ["http://", "https://"].contains { text.lowercased().hasPrefix($0) } ? text : nil
    }

    /// The first label of a domain, or several: letters, digits, dashes, dots.
    private static let prefix = ValueParser<String>(.text) { text in
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46
        }
        return !text.isEmpty && text.utf8.count <= 253 && isPlain ? text : nil
    }

    private static let namedValues = ValueParser<[ServiceOptions.NamedValue]>(.text) { text in
        let pairs = text.split(separator: ",").map { part in
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return ServiceOptions.NamedValue(name: words[0], value: words.count == 2 ? words[1] : "")
        }
        return !pairs.isEmpty && pairs.allSatisfy { !$0.name.isEmpty && !$0.name.hasPrefix("-") } ? pairs : nil
    }
}
