import Addresses
import Encoding
import PlayCore
import Transport

/// Tolerates missing fields, because each of yt-dlp's thousand sites omits something.
enum YtDlpInfo {
    static func playInfo(_ tree: JSONValue, address: String) throws(CatalogueError) -> PlayInfo {
        guard case .object = tree else { throw CatalogueError(.malformed(path: "$", problem: "not an object")) }
        var info = PlayInfo(videoID: tree["webpage_url"]?.text ?? address)
        info.title = tree["title"]?.text
        info.coverURL = tree["thumbnail"]?.text.flatMap(httpAddress)
        info.duration = tree["duration"]?.seconds
        info.isLive = tree["live_status"]?.text == "is_live" || tree["is_live"]?.flag == true
        let formats = tree["formats"]?.items ?? []
        // A site with a single address has no list of formats.
        let known = YtDlpFormats(formats.isEmpty ? [tree] : formats, duration: info.duration)
        info.definitionList = known.definitions
        info.manifests = known.manifests
        info.definitionRanking = info.definitionList.map(\.info.definitionKey)
        guard !info.definitionList.isEmpty else { throw CatalogueError(nothingPlayable(tree, formats)) }
        let last = (formats.last?["url"]?.text ?? tree["url"]?.text).flatMap { Address($0) }
        info.headers =
            headers(tree["http_headers"] ?? formats.last?["http_headers"], of: last)
            + cookies(formats.isEmpty ? [tree] : formats.reversed())
        info.subtitleInfo = subtitles(tree["subtitles"], isAutomatic: false)
        info.subtitleInfo += subtitles(tree["automatic_captions"], isAutomatic: true)
        info.marks = CuePointCollection((tree["chapters"]?.items ?? []).prefix(10_000).compactMap(chapter))
        return info
    }

    private static func nothingPlayable(_ tree: JSONValue, _ formats: [JSONValue]) -> CatalogueError.Cause {
        if tree["_has_drm"]?.flag == true || formats.contains(where: { $0["has_drm"]?.flag == true }) {
            return .protected
        }
        if tree["live_status"]?.text == "is_upcoming" { return .unsupported(tr("the broadcast has not started yet")) }
        return .noSource
    }

    /// Accepts only HTTP addresses from the program's output.
    static func httpAddress(_ text: String) -> String? {
        ["http", "https"].contains(Scheme.of(text)) ? text : nil
    }

    /// Omits headers that the HTTP client sets, such as the body's coding and the range.
    ///
    /// - Parameter address: the address they belong to. Cookies are sent only to its host.
    private static func headers(_ tree: JSONValue?, of address: Address?) -> [HTTPHeader] {
        let ours: Set = ["accept-encoding", "range", "host", "connection", "content-length"]
        return (tree?.fields ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            guard !ours.contains(name.lowercased()), let value = value.text else { return nil }
            let scope = name.lowercased() == "cookie" ? address.map { CookieScope(hostOf: $0) } : nil
            return HTTPHeader(name: name, value: value, scope: scope)
        }
    }

    private static func cookies(_ formats: [JSONValue]) -> [HTTPHeader] {
        let now = WallTime.now.milliseconds / 1000
        var known: Set<HTTPHeader> = []
        return formats.flatMap { format -> [HTTPHeader] in
            guard let text = format["cookies"]?.text, let address = format["url"]?.text.flatMap({ Address($0) }) else {
                return []
            }
            return CookieScope.cookies(text, with: address, now: now)
        }.filter { known.insert($0).inserted }
    }

    private static func subtitles(_ tree: JSONValue?, isAutomatic: Bool) -> [SubtitleInfo] {
        (tree?.fields ?? [:]).sorted { $0.key < $1.key }.compactMap { language, files in
            // The list also contains the replay of a live chat.
            guard language != "live_chat" else { return nil }
            let known = ["vtt", "srt", "ass", "ssa", "ttml"]
            let best = (files.items ?? []).filter { $0["url"]?.text.flatMap(httpAddress) != nil }.min { a, b in
                func rank(_ file: JSONValue) -> Int { known.firstIndex(of: file["ext"]?.text ?? "") ?? known.count }
                return rank(a) < rank(b)
            }
            guard let best, let url = best["url"]?.text else { return nil }
            var subtitle = SubtitleInfo(
                url, language: language, name: best["name"]?.text, format: best["ext"]?.text)
            subtitle.isAutomatic = isAutomatic
            return subtitle
        }
    }

    private static func chapter(_ tree: JSONValue) -> CuePoint? {
        tree["start_time"]?.seconds.map { CuePoint(time: $0, kind: .chapter, title: tree["title"]?.text) }
    }
}
