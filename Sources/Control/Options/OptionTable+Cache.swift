import PlayCore

extension OptionTable {
    static let cache = [
        OptionSpec(
            "cache", .flag, default: "no", in: .cache,
            summary: trMark(
                "Keep downloaded data in the disk cache. --no-cache excludes a file.")
        ) { $0.cache.isOn = $1 },
        OptionSpec(
            "cache-dir", absolutePath, in: .cache, .wholeRun,
            summary: trMark(
                "Folder of the cache, an absolute path (default: below XDG_CACHE_HOME or ~/.cache).")
        ) { $0.cache.folder = $1 },
        OptionSpec(
            "cache-max", .byteCount, default: "20G", in: .cache, .wholeRun,
            summary: trMark(
                "Maximum size of the cache, such as 500M or 20G. The oldest data is removed first. "
                    + "0: the default.")
        ) { $0.cache.capacity = $1 == 20 << 30 ? 0 : $1 },
        OptionSpec(
            "cache-free", .byteCount, default: "0", in: .cache, .wholeRun,
            summary: trMark("Keep this much disk space free.")
        ) { $0.cache.minimumFree = $1 },
        OptionSpec(
            "cache-strict-auth", .flag, default: "no", in: .cache, .wholeRun,
            summary: trMark("Check with the server at each start, and refuse to play what it no longer allows.")
        ) { $0.cache.isStrict = $1 },
        OptionSpec(
            "cache-buffer-to-disk", .flag, default: "no", in: .cache, .wholeRun,
            summary: trMark(
                "With --cache and --buffer-max above 50, keep most of the read-ahead data in the "
                    + "cache instead of in memory.")
        ) { $0.cache.buffersToDisk = $1 },
        OptionSpec(
            "cache-strip-params", strippedParameters, in: .cache, .wholeRun,
            summary: trMark(
                "Ignore these query parameters when looking up a video in the cache: "
                    + "DOMAIN=NAME,NAME. For tokens and the like. Can be repeated.")
        ) { $0.cache.strippedParameters[$1.domain, default: []].formUnion($1.names) },
        OptionSpec(
            "cache-unify-scheme", domains, in: .cache, .wholeRun,
            summary: trMark("Domains that serve the same content by http and https, separated by commas.")
        ) { $0.cache.unifiedDomains.formUnion($1) },
        OptionSpec(
            "cache-ahead", ValueParser.time(.zero...longest), default: "1", in: .cache, .wholeRun,
            summary: trMark(
                "Seconds to load ahead into the cache, of the next video and of those of tvplay cache load. 0: off.")
        ) { $0.preloading.amount = $1 },
        OptionSpec(
            "cache-ahead-less", ValueParser.time(.zero...longest), default: "0.2", in: .cache, .wholeRun,
            summary: trMark("Seconds to load less for each further video.")
        ) { $0.preloading.decrease = $1 },
        OptionSpec(
            "cache-ahead-next", ValueParser.integer(0...10), default: "3", in: .cache, .wholeRun,
            summary: trMark("Number of following videos to load ahead.")
        ) { $0.preloading.next = $1 },
        OptionSpec(
            "cache-ahead-previous", ValueParser.integer(0...10), default: "1", in: .cache, .wholeRun,
            summary: trMark("Number of previous videos to load in a feed.")
        ) { $0.preloading.previous = $1 },
        OptionSpec(
            "preload-balance", .flag, default: "yes", in: .cache,
            summary: trMark("Load ahead even while the playing video is short of data.")
        ) { $0.preloading.isBalanced = $1 },
    ]

    private static let absolutePath = ValueParser<String>(.absoluteFolder) { $0.hasPrefix("/") ? $0 : nil }

    private static let domains = ValueParser<[String]>.list(",").map { $0.map { $0.lowercased() } }

    private static let strippedParameters = ValueParser<(domain: String, names: Set<String>)>(.text) { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let names = Set(parts[1].split(separator: ",").map(String.init))
        return names.isEmpty ? nil : (parts[0].lowercased(), names)
    }
}
