package import PlayCore

/// Deduces how an address delivers, if its service does not say.
package enum DeliveryMethod {
    /// Decides by content type, else by the path's extension, else for progressive.
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

    /// Returns the extension in lower case.
    static func pathExtension(_ location: String) -> String? {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }
}

/// `--source`.
package enum SourcePolicy: Sendable {
    /// HLS over HTTPS. The default.
    case hlsHTTPS
    case hlsHTTP
    case mp4
    case first
    case custom(@Sendable (Video) -> Source?)

    /// Parses `hls-https`, `hls-http`, `mp4` or `first`.
    package init?(name: String) {
        switch name {
        case "hls-https": self = .hlsHTTPS
        case "hls-http": self = .hlsHTTP
        case "mp4": self = .mp4
        case "first": self = .first
        default: return nil
        }
    }

    /// Selects a source. The HLS policies prefer HLS of their scheme, then other HLS, then MP4; `mp4` prefers MP4, then
    /// HLS. Without either, logs it and returns the first source. Returns `nil` if the video has no source.
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

    /// Returns all sources in the order of attempts. A requested definition comes first, then the service's ranking,
    /// then the policy. Within each definition the policy's kind of source comes first.
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
