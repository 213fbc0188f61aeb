import Localization
import PlayCore

extension OptionTable {
    static let cache = [
        OptionSpec(
            "cache", .flag, default: "no", in: .cache,
            summary: trMark(
                "Keep what comes from servers on the disk, for the next time. For one file, --no-cache does without.")
        ) { $0.cache.isOn = $1 },
        OptionSpec(
            "cache-dir", absolutePath, in: .cache, .wholeRun,
            summary: trMark(
                "Keep it in this folder, an absolute path. Without the option, below XDG_CACHE_HOME or ~/.cache.")
        ) { $0.cache.folder = $1 },
        OptionSpec(
            "cache-max", .byteCount, default: "20G", in: .cache, .wholeRun,
            summary: trMark(
                "Keep no more than this: 500M, 20G. What was filled longest ago goes first. 0 is the default.")
        ) { $0.cache.capacity = $1 == 20 << 30 ? 0 : $1 },
        OptionSpec(
            "cache-free", .byteCount, default: "0", in: .cache, .wholeRun,
            summary: trMark("Leave this much free on the disk: 2G.")
        ) { $0.cache.minimumFree = $1 },
        OptionSpec(
            "cache-strict-auth", .flag, default: "no", in: .cache, .wholeRun,
            summary: trMark("Ask the server at each start, and play nothing that it does not allow any more.")
        ) { $0.cache.isStrict = $1 },
        OptionSpec(
            "cache-buffer-to-disk", .flag, default: "no", in: .cache, .wholeRun,
            summary: trMark(
                "With --cache and --buffer-max above 50, hold most of what is read ahead in the cache, not in memory.")
        ) { $0.cache.buffersToDisk = $1 },
        OptionSpec(
            "cache-strip-params", strippedParameters, in: .cache, .wholeRun,
            summary: trMark(
                "Parameters that do not say which video it is: DOMAIN=NAME,NAME, such as those of an authorisation. May "
                    + "be given again.")
        ) { $0.cache.strippedParameters[$1.domain, default: []].formUnion($1.names) },
        OptionSpec(
            "cache-unify-scheme", domains, in: .cache, .wholeRun,
            summary: trMark("Domains that give the same by http and https, with commas between them.")
        ) { $0.cache.unifiedDomains.formUnion($1) },
        OptionSpec(
            "cache-ahead", ValueParser.time(.zero...longest), default: "1", in: .cache, .wholeRun,
            summary: trMark(
                "With --cache, load this much of the next video ahead, in seconds, and of what tvplay preload names. 0: "
                    + "nothing.")
        ) { $0.preloading.amount = $1 },
        OptionSpec(
            "cache-ahead-less", ValueParser.time(.zero...longest), default: "0.2", in: .cache, .wholeRun,
            summary: trMark("Of each video farther away this much less, in seconds.")
        ) { $0.preloading.decrease = $1 },
        OptionSpec(
            "cache-ahead-next", ValueParser.integer(0...10), default: "3", in: .cache, .wholeRun,
            summary: trMark("How many videos that follow are loaded ahead.")
        ) { $0.preloading.next = $1 },
        OptionSpec(
            "cache-ahead-previous", ValueParser.integer(0...10), default: "1", in: .cache, .wholeRun,
            summary: trMark("How many videos before the current one are, in a feed.")
        ) { $0.preloading.previous = $1 },
        OptionSpec(
            "preload-balance", .flag, default: "yes", in: .cache,
            summary: trMark("Load nothing ahead while what plays over a network has not enough for itself.")
        ) { $0.preloading.isBalanced = $1 },
    ]

    private static let absolutePath = ValueParser<String>(.path) { $0.hasPrefix("/") ? $0 : nil }

    private static let domains = ValueParser<[String]>.list(",").map { $0.map { $0.lowercased() } }

    private static let strippedParameters = ValueParser<(domain: String, names: Set<String>)>(.text) { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let names = Set(parts[1].split(separator: ",").map(String.init))
        return names.isEmpty ? nil : (parts[0].lowercased(), names)
    }
}
