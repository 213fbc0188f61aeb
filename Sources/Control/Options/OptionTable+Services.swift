import PlayCore

extension OptionTable {
    static let services =
        [
            OptionSpec(
                "token", .text, in: .services,
                summary: trMark(
                    "Token for services. Other users of this machine can read it on the command line; "
                        + "--token-command is safer.")
            ) { $0.services.token = $1 },
            OptionSpec(
                "token-command", .program, in: .services,
                summary: trMark("Run this command for a token. It receives the item and prints the token.")
            ) { $0.services.tokenCommand = $1 },
            OptionSpec(
                "token-endpoint", address, in: .services,
                summary: trMark("Request tokens from this URL.")
            ) { $0.services.tokenEndpoint = $1 },
            OptionSpec(
                "comment-token", .text, in: .services,
                summary: trMark("Token for reading and writing comments.")
            ) { $0.services.commentToken = $1 },
            OptionSpec(
                "comment-avatar", address, in: .services,
                summary: trMark("Send the URL of this picture of you with your comments.")
            ) { $0.services.commentAvatar = $1 },
            OptionSpec(
                "catalogue", .address, in: .services,
                summary: trMark(
                    "Catalogue: a manifest, the URL of a service, or peertube://HOST. "
                        + "catalogue://video/ID, catalogue://ref/REFERENCE and catalogue://playlist/ID refer "
                        + "to it.")
            ) { $0.services.catalogue = $1 },
            OptionSpec(
                "policy-key", .text, in: .services,
                summary: trMark("Policy key for the catalogue. It is sent to no other host.")
            ) { $0.services.policyKey = $1 },
            OptionSpec(
                "peertube-user", peerTubeUser, in: .services,
                summary: trMark(
                    "Sign in to PeerTube as NAME@HOST. Asks once for the password unless a command is "
                        + "given, and stays signed in.")
            ) { $0.services.peerTubeUser = $1 },
            OptionSpec(
                "peertube-password-command", .program, in: .services,
                summary: trMark("Run this command to print the password of that account.")
            ) { $0.services.peerTubePasswordCommand = $1 },
            OptionSpec(
                "access-key", .text, in: .services,
                summary: trMark("Key for services that delegate the permission to play to a third party.")
            ) { $0.services.accessKey = $1 },
            OptionSpec(
                "encrypted", .flag, default: "no", in: .services,
                summary: trMark("Ask the service for the encrypted variant of an item.")
            ) { $0.services.isEncrypted = $1 },
            OptionSpec(
                "source", .choice(SourceWish.self), default: "hls-https", in: .services,
                summary: trMark("Preferred source if an item has several.")
            ) { $0.services.source = $1 },
            OptionSpec(
                "version-of-recording", .integer(-1...Int(Int32.max)), in: .services,
                summary: trMark("Version of a recording: -1 as cut, 0 as recorded.")
            ) { $0.services.clippedVersion = $1 },
            OptionSpec(
                "domain-prefix", prefix, in: .services,
                summary: trMark("Replace {prefix} in addresses by this, a customer's domain.")
            ) { $0.services.domainPrefix = $1 },
            OptionSpec(
                "preview", .integer(1...86_400), in: .services,
                summary: trMark("Request a preview of this many seconds, if the service offers one.")
            ) { $0.services.previewSeconds = $1 },
            OptionSpec(
                "vod-params", namedValues, in: .services,
                summary: trMark("Parameters to send when requesting an item: NAME=VALUE, separated by commas.")
            ) { options, values in
                for pair in values { options.services.parameters[pair.name] = pair.value }
            },
            OptionSpec(
                "play-domain", .host, in: .services,
                summary: trMark("Request addresses of this domain from the service.")
            ) { $0.services.playDomain = $1 },
            OptionSpec(
                "h265-adaptive", .flag, default: "no", in: .services,
                summary: trMark(
                    "If H.265 cannot be decoded, play the H.264 stream that the service offers instead.")
            ) { $0.services.isH265Adaptive = $1 },
        ] + ytDlp + reports

    private static let ytDlp = [
        OptionSpec(
            "ytdl", .flag, default: "yes", in: .services,
            summary: trMark("Do not use yt-dlp to find videos in web pages.")
        ) { $0.services.usesYtDlp = $1 },
        OptionSpec(
            "ytdl-path", .path, in: .services,
            summary: trMark("Path of yt-dlp, if it is not in PATH.")
        ) { $0.services.ytDlpPath = $1 },
        OptionSpec(
            "ytdl-format", .text, in: .services,
            summary: trMark("Format for yt-dlp to choose.")
        ) { $0.services.ytDlpFormat = $1 },
        OptionSpec(
            "ytdl-raw-options", namedValues, in: .services,
            summary: trMark("Further options for yt-dlp: NAME=VALUE without dashes, separated by commas.")
        ) { $0.services.ytDlpRawOptions = $1 },
    ]

    private static let reports = [
        OptionSpec(
            "report-address", address, in: .services, .wholeRun,
            summary: trMark("Report what is played, the position and the screen size to this URL. Off by default.")
        ) { $0.services.report.address = $1 },
        OptionSpec(
            "report-text", .text, in: .services, .wholeRun,
            summary: trMark("Text to include in each report.")
        ) { $0.services.report.customText = $1 },
        OptionSpec(
            "report-interval", ValueParser.time(.seconds(1)...longest), default: "30", in: .services, .wholeRun,
            summary: trMark("Seconds between reports.")
        ) { $0.services.report.interval = $1 },
    ]

    private static let peerTubeUser = ValueParser<PeerTubeUser>(.text) { PeerTubeUser($0) }

    private static let address = ValueParser<String>(.address) { text in
        ["http://", "https://"].contains { text.lowercased().hasPrefix($0) } ? text : nil
    }

    /// One or several labels of a domain: letters, digits, dashes, dots.
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
