package import PlayCore

/// How an address is delivered, where nobody says it.
package enum DeliveryMethod {
    /// By the extension of the path; the query is no part of it. Progressive where it tells nothing.
    package static func deduced(fromLocation location: String, contentType: String? = nil) -> Source.Delivery {
        if let contentType, let delivery = deduced(fromContentType: contentType) { return delivery }
        switch pathExtension(location) {
        case "m3u8": return .hls
        case "mpd": return .dash
        default: return location == "-" ? .stream : .progressive
        }
    }

    private static func deduced(fromContentType type: String) -> Source.Delivery? {
        switch type.lowercased() {
        case "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl": .hls
        case "application/dash+xml": .dash
        default: nil
        }
    }

    /// In lower case, of a path or an address; nil: none.
    static func pathExtension(_ location: String) -> String? {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }
}

/// Which of a video's sources is played: `--source`.
package enum SourcePolicy: Sendable {
    /// The default.
    case hlsHTTPS
    case hlsHTTP
    case mp4
    case first
    case custom(@Sendable (Video) -> Source?)

    /// `hls-https`, `hls-http`, `mp4`, `first`.
    package init?(name: String) {
        switch name {
        case "hls-https": self = .hlsHTTPS
        case "hls-http": self = .hlsHTTP
        case "mp4": self = .mp4
        case "first": self = .first
        default: return nil
        }
    }

    /// The order of choice: HLS of the wanted scheme, other HLS, MP4, the first whatever it is. Says in the log when there
    /// is neither HLS nor MP4, or nothing at all.
    package func choose(from video: Video) -> Source? {
        let sources = video.sources
        let chosen: Source?
        switch self {
        case .hlsHTTPS: chosen = Self.hls("https", sources) ?? sources.first(where: Self.isMP4)
        case .hlsHTTP: chosen = Self.hls("http", sources) ?? sources.first(where: Self.isMP4)
        case .mp4: chosen = sources.first(where: Self.isMP4) ?? Self.hls("https", sources)
        case .first: return sources.first
        case .custom(let choice): return choice(video)
        }
        if chosen == nil { Log.shared.write(.warning, "catalogue", "no source found") }
        return chosen ?? sources.first
    }

    /// All ways to play it in the order in which they are tried. A definition that is wished for, or that the service
    /// ranks, decides first; else the policy, whatever the definition. Within each definition the
    /// policy's kind of source comes first.
    package func selections(of video: Video, preferring wishes: [DefinitionInfo.Key]) -> [SourceSelection] {
        guard let chosen = choose(from: video) else { return video.selections(preferring: wishes) }
        func rank(_ source: Source) -> Int { source == chosen ? 0 : source.delivery == chosen.delivery ? 1 : 2 }
        let sorted = video.updating { video in
            video.sources = video.sources.enumerated()
                .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
        }
        let all = sorted.selections(preferring: wishes)
        let isDecided = !Set(wishes + video.definitionRanking).isDisjoint(
            with: video.definitionList.map(\.definitionKey))
        guard !isDecided else { return all }
        let key = chosen.definition?.definitionKey
        return all.filter { $0.definition?.definitionKey == key } + all.filter { $0.definition?.definitionKey != key }
    }

    private static func hls(_ scheme: String, _ sources: [Source]) -> Source? {
        let streams = sources.filter { $0.delivery == .hls }
        return streams.first { $0.location.lowercased().hasPrefix(scheme + "://") } ?? streams.first
    }

    static func isMP4(_ source: Source) -> Bool {
        source.delivery == .progressive
            && ["mp4", "m4v", "m4a", "mov"].contains(DeliveryMethod.pathExtension(source.location))
    }
}
