import Encoding
import PlayCore
import PlaybackModel

extension PropertyTable {
    static let media: [Property] = [
        Property("metadata", get: metadata), Property("filtered-metadata", get: shownMetadata),
        Property("video-params", get: pictureParameters), Property("video-out-params", get: pictureParameters),
        Property("video-dec-params", get: pictureParameters),
        Property("audio-params", get: soundParameters), Property("audio-out-params", get: soundParameters),
        Property("audio-codec-name") { soundTrack($0).map { .string($0.codec) } },
        Property("video-format") { pictureTrack($0).map { .string($0.codec) } },
        Property("file-format") { $0.isOpen ? $0.snapshot.format.map { .string($0.rawValue) } : nil },
        Property("file-size", get: fileSize), Property("stream-end", get: fileSize),
        Property("estimated-vf-fps") { rate($0).map(JSONValue.number) },
        Property("estimated-frame-number") { context in
            rate(context).map { .integer(Int64((context.position.inSeconds * $0).rounded(.down))) }
        },
        Property("estimated-frame-count") { context in
            guard let rate = rate(context), let duration = context.snapshot.duration else { return nil }
            return .integer(Int64((duration.inSeconds * rate).rounded()))
        },
        // mpv's clients expect these. This program does not measure single tracks' rates.
        Property("video-bitrate") { _ in nil }, Property("audio-bitrate") { _ in nil },
        Property("sub-bitrate") { _ in nil },
        Property("hwdec-current") { $0.isOpen ? .string(hardware($0) ?? "no") : nil },
        Property("current-vo") { context in context.screen.map { _ in .string("tct") } },
        Property("vo-configured") { .flag($0.screen != nil && $0.snapshot.hasPicture) },
        Property("current-ao") { context in
            if case .open? = context.snapshot.audioStatus?.device { .string("alsa") } else { nil }
        },
        Property("current-tracks") { $0.isOpen ? currentTracks($0) : nil },
        Property("edition-list") { $0.isOpen ? .list([]) : nil },
        // Unavailable in mpv, too, if a file has none.
        Property("editions") { _ in nil },
        Property("demuxer-cache-state", get: cacheState),
        Property("demuxer-cache-idle") { $0.isOpen ? .flag($0.snapshot.hasFullBuffer) : nil },
        Property("demuxer-via-network") { $0.isOpen ? .flag($0.snapshot.network != nil) : nil },
        Property("cache-speed") { $0.isOpen ? .integer(bytesPerSecond($0) ?? 0) : nil },
        // Per cent of the awaited data. mpv reports 100 while it awaits none.
        Property("cache-buffering-state") { context in
            guard context.isOpen else { return nil }
            return .integer(context.snapshot.isBuffering ? 0 : 100)
        },
        Property("osd-width") { context in context.screen.map { .integer(Int64($0.width)) } },
        Property("osd-height") { context in context.screen.map { .integer(Int64($0.height)) } },
        Property("osd-dimensions") { context in
            context.screen.map { screen in
                let (width, height) = (Double(screen.width), Double(screen.height))
                var fields: [String: JSONValue] = [
                    "w": .integer(Int64(screen.width)), "h": .integer(Int64(screen.height)), "par": .number(1),
                    "aspect": .number(width / max(1, height)),
                ]
                for margin in ["mt", "mb", "ml", "mr"] { fields[margin] = .integer(0) }
                return .object(sorting: fields)
            }
        },
    ]

    private static func metadata(_ context: PropertyContext) -> JSONValue? {
        guard context.isOpen else { return nil }
        let tags = context.snapshot.tags
        let pairs = [
            ("title", tags.title), ("artist", tags.artist), ("album", tags.album), ("icy-name", tags.station),
            ("icy-title", context.snapshot.network?.names.title),
        ]
        return .object(
            sorting: Dictionary(
                uniqueKeysWithValues: pairs.compactMap { name, value in
                    value.map { (name, JSONValue.string($0)) }
                }))
    }

    /// Returns the tags that mpv shows by default, with its spelling.
    private static func shownMetadata(_ context: PropertyContext) -> JSONValue? {
        guard let tags = metadata(context)?.fields else { return nil }
        let names = [("title", "Title"), ("artist", "Artist"), ("album", "Album"), ("icy-title", "icy-title")]
        let shown = names.compactMap { name, shownName in tags[name].map { (shownName, $0) } }
        return .object(sorting: Dictionary(uniqueKeysWithValues: shown))
    }

    private static func fileSize(_ context: PropertyContext) -> JSONValue? {
        context.isOpen ? context.snapshot.statistics.sourceBytes.map(JSONValue.integer) : nil
    }

    private static func pictureTrack(_ context: PropertyContext) -> TrackInfo? {
        guard context.isOpen else { return nil }
        return context.snapshot.tracks.first { $0.id == context.snapshot.videoTrack }
    }

    private static func soundTrack(_ context: PropertyContext) -> TrackInfo? {
        guard context.isOpen else { return nil }
        return context.snapshot.tracks.first { $0.id == context.snapshot.audioTrack }
    }

    private static func rate(_ context: PropertyContext) -> Double? {
        pictureTrack(context) == nil ? nil : context.snapshot.statistics.framesPerSecond
    }

    private static func pictureParameters(_ context: PropertyContext) -> JSONValue? {
        let statistics = context.snapshot.statistics
        guard pictureTrack(context) != nil, statistics.videoWidth > 0 else { return nil }
        let shownWidth = statistics.displayWidth > 0 ? statistics.displayWidth : statistics.videoWidth
        let shownHeight = statistics.displayHeight > 0 ? statistics.displayHeight : statistics.videoHeight
        let aspect = Double(shownWidth) / Double(max(1, shownHeight))
        return .object(sorting: [
            "w": .integer(Int64(statistics.videoWidth)), "h": .integer(Int64(statistics.videoHeight)),
            "dw": .integer(Int64(shownWidth)), "dh": .integer(Int64(shownHeight)), "aspect": .number(aspect),
            "par": .number(aspect * Double(statistics.videoHeight) / Double(max(1, statistics.videoWidth))),
            "rotate": .integer(Int64(context.snapshot.view.rotation)),
        ])
    }

    private static func soundParameters(_ context: PropertyContext) -> JSONValue? {
        guard case .audio(let sampleRate, let count)? = soundTrack(context)?.kind else { return nil }
        let layouts = [1: "mono", 2: "stereo", 3: "2.1", 4: "4.0", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1"]
        let layout = JSONValue.string(layouts[count] ?? "unknown\(count)")
        return .object(sorting: [
            "samplerate": .integer(Int64(sampleRate)), "channel-count": .integer(Int64(count)), "channels": layout,
            "hr-channels": layout, "format": .string("float"),
        ])
    }

    /// Returns the decoding device, from the brackets after the decoder's name.
    private static func hardware(_ context: PropertyContext) -> String? {
        guard let name = context.snapshot.statistics.videoDecoder,
            let start = name.firstIndex(where: { "[(".contains($0) })
        else { return nil }
        return String(name[name.index(after: start)...].prefix { !"])".contains($0) })
    }

    private static func currentTracks(_ context: PropertyContext) -> JSONValue {
        var fields: [String: JSONValue] = [:]
        let entries = all.first { $0.name == "track-list" }?.get(context)
        guard case .list(let tracks)? = entries else { return .object(sorting: [:]) }
        for track in tracks where track.fields["selected"] == .flag(true) {
            guard let type = track.fields["type"]?.text else { continue }
            let isSecond =
                type == "sub" && track.fields["id"] == context.subtitles.second.map { .integer(Int64($0 + 1)) }
            fields[isSecond ? "sub2" : type] = track
        }
        return .object(sorting: fields)
    }

    private static func bytesPerSecond(_ context: PropertyContext) -> Int64? {
        context.snapshot.network?.bitsPerSecond.map { Int64($0 / 8) }
    }

    private static func cacheState(_ context: PropertyContext) -> JSONValue? {
        guard context.isOpen else { return nil }
        let snapshot = context.snapshot
        var fields: [String: JSONValue] = [
            "eof": .flag(
                snapshot.buffered.map { range in snapshot.duration.map { range.end >= $0 } ?? false } ?? false),
            "underrun": .flag(snapshot.isBuffering), "idle": .flag(snapshot.hasFullBuffer),
            "total-bytes": .integer(Int64(snapshot.statistics.queuedBytes + snapshot.statistics.keptBytes)),
            "fw-bytes": .integer(Int64(snapshot.statistics.queuedBytes)),
            "reader-pts": seconds(context.position),
            "cache-end": seconds(snapshot.buffered?.end ?? context.position),
            "cache-duration": seconds(max(.zero, (snapshot.buffered?.end ?? context.position) - context.position)),
        ]
        fields["raw-input-rate"] = bytesPerSecond(context).map(JSONValue.integer)
        let range = snapshot.canSeek ? snapshot.buffered : snapshot.held
        let ranges = range.map { JSONValue.object(sorting: ["start": seconds($0.start), "end": seconds($0.end)]) }
        fields["seekable-ranges"] = .list([ranges].compactMap { $0 })
        return .object(sorting: fields)
    }
}
