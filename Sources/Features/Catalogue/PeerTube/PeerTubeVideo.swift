import Addresses
import Encoding
import PlayCore

/// Converts PeerTube's `VideoDetails`. Tolerates missing fields, because servers run many versions.
enum PeerTubeVideo {
    /// - Parameter fileToken: the token for a private video's addresses.
    static func playInfo(
        _ tree: JSONValue, at place: PeerTubePlace, fileToken: String?
    ) throws(CatalogueError) -> PlayInfo {
        guard case .object = tree, tree["uuid"]?.text != nil || tree["name"]?.text != nil else {
            throw CatalogueError(.malformed(path: "$", problem: "not a video"), context: place.origin)
        }
        var info = PlayInfo(videoID: place.origin + "/w/" + (tree["uuid"]?.text ?? place.id))
        info.title = tree["name"]?.text
        info.coverURL = cover(tree, at: place.origin)
        info.isLive = tree["isLive"]?.flag == true
        info.duration = info.isLive ? nil : tree["duration"]?.seconds
        info.enableVideoComment = tree["commentsEnabled"]?.flag ?? false
        info.definitionList = definitions(tree, place, fileToken)
        guard !info.definitionList.isEmpty else { throw CatalogueError(.noSource, context: info.videoID) }
        return info
    }

    static func cover(_ video: JSONValue, at origin: String) -> String? {
        (video["previewPath"] ?? video["thumbnailPath"])?.text.flatMap { resolved($0, origin) }
    }

    /// Returns the stream with all its copies, then the files, largest first.
    private static func definitions(
        _ tree: JSONValue, _ place: PeerTubePlace, _ fileToken: String?
    ) -> [PlayInfo.Definition] {
        let streams = tree["streamingPlaylists"]?.items ?? []
        let addresses = streams.flatMap { stream -> [NetworkAddress] in
            guard let playlist = stream["playlistUrl"]?.text.flatMap({ resolved($0, place) }) else { return [] }
            return [entry(playlist, nil, fileToken, .hls)]
                + copies(of: playlist, stream).map { entry($0, "copy", fileToken, .hls) }
        }
        var result: [PlayInfo.Definition] = []
        if !addresses.isEmpty {
            result.append(PlayInfo.Definition(DefinitionInfo(key: .undescribed, name: "HLS"), entries: addresses))
        }
        let files = (tree["files"]?.items ?? []) + streams.flatMap { $0["files"]?.items ?? [] }
        let named = files.compactMap { file(file: $0, place, fileToken) }
        for definition in named.sorted(by: { $0.info.height > $1.info.height }) {
            if let index = result.firstIndex(where: { $0.info.definitionKey == definition.info.definitionKey }) {
                result[index].entries += definition.entries
            } else {
                result.append(definition)
            }
        }
        return result
    }

    /// Returns the addresses of copies, from the folders in `redundancies`.
    private static func copies(of playlist: String, _ stream: JSONValue) -> [String] {
        guard let name = playlist.prefix(while: { $0 != "?" }).split(separator: "/").last else { return [] }
        return (stream["redundancies"]?.items ?? []).prefix(100).compactMap { copy in
            guard let base = copy["baseUrl"]?.text, let address = Address(base + "/" + name), address.isHTTP else {
                return nil
            }
            return address.text
        }
    }

    private static func file(file: JSONValue, _ place: PeerTubePlace, _ token: String?) -> PlayInfo.Definition? {
        guard let url = file["fileUrl"]?.text.flatMap({ resolved($0, place) }) else { return nil }
        // The ID is the number of lines; 0 means sound only.
        let height = min(max(0, file["resolution"]?["id"]?.integer ?? 0), 65536)
        let label = file["resolution"]?["label"]?.text
        let key = height > 0 ? DefinitionInfo.Key(rawValue: "\(height)p") : .audio
        let info = DefinitionInfo(
            key: key, name: label ?? key.rawValue, width: file["width"]?.integer ?? 0, height: height)
        return PlayInfo.Definition(info, entries: [entry(url, nil, token, .progressive)])
    }

    private static func entry(
        _ url: String, _ name: String?, _ token: String?, _ delivery: Source.Delivery
    ) -> NetworkAddress {
        guard let token else { return NetworkAddress(url, name: name, delivery: delivery) }
        let query = FormText.encoded(
            [("videoFileToken", token)] + (delivery == .hls ? [("reinjectVideoFileToken", "true")] : []))
        return NetworkAddress(url + (url.contains("?") ? "&" : "?") + query, name: name, delivery: delivery)
    }

    /// Accepts only HTTP addresses.
    static func resolved(_ reference: String, _ place: PeerTubePlace) -> String? { resolved(reference, place.origin) }

    private static func resolved(_ reference: String, _ origin: String) -> String? {
        guard let base = Address(origin + "/"), let address = Address(reference, relativeTo: base),
            address.isHTTP
        else { return nil }
        return address.text
    }

    // MARK: Separate requests

    static func subtitles(_ tree: JSONValue, _ place: PeerTubePlace) -> [SubtitleInfo] {
        (tree["data"]?.items ?? []).prefix(1000).compactMap { caption in
            // Newer servers use fileUrl.
            guard let url = (caption["fileUrl"] ?? caption["captionPath"])?.text.flatMap({ resolved($0, place) }) else {
                return nil
            }
            var subtitle = SubtitleInfo(
                url, language: caption["language"]?["id"]?.identifier, name: caption["language"]?["label"]?.text,
                format: DeliveryMethod.pathExtension(url))
            subtitle.isAutomatic = caption["automaticallyGenerated"]?.flag == true
            return subtitle
        }
    }

    static func chapters(_ tree: JSONValue) -> CuePointCollection {
        CuePointCollection(
            (tree["chapters"]?.items ?? []).prefix(10_000).compactMap { chapter in
                chapter["timecode"]?.seconds.map { CuePoint(time: $0, kind: .chapter, title: chapter["title"]?.text) }
            })
    }
}
