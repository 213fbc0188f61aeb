import Encoding
import PlayCore
import Transport

struct ManifestVideoReader {
    let place: ManifestPlace
    let token: Token?

    func entry(_ json: StrictJSON) throws(CatalogueError) -> TvplayManifest.Entry {
        var info = PlayInfo(videoID: try json.required("id").text(limit: 512))
        guard !info.videoID.isEmpty else { throw json.fail("\"id\" is empty") }
        try readIdentity(json, &info)
        try readSwitches(json, &info)
        let service =
            try json["vod"].map { field throws(CatalogueError) in try address(try field.object(), "address") } ?? nil
        let lacksToken = service != nil && json["definitions"] == nil ? false : try readDefinitions(json, &info)
        info.subtitleInfo = try TvplayManifest.each(
            try json.items("subtitles", limit: TvplayManifest.partLimit), subtitle)
        info.marks = CuePointCollection(
            try TvplayManifest.each(try json.items("marks", limit: TvplayManifest.partLimit), mark))
        info.headers = try headers(json)
        let comments = try comments(json)
        info.enableVideoComment = comments != nil
        return TvplayManifest.Entry(
            info: info, comments: comments, reference: try json.text("reference"), service: service,
            parameters: try parameters(json),
            playDomain: try json.text("play_domain"),
            lacksToken: lacksToken)
    }

    func room(_ json: StrictJSON) throws(CatalogueError) -> TvplayManifest.Room {
        TvplayManifest.Room(
            id: try json.required("id").text(limit: 512), title: try json.text("title"),
            classID: try json.text("class"),
            sessionID: try json.text("session"), address: try address(json, "address"))
    }

    // MARK: parts

    private func readIdentity(_ json: StrictJSON, _ info: inout PlayInfo) throws(CatalogueError) {
        info.classID = try json.text("class")
        info.sessionID = try json.text("session")
        info.clippedVersion = try json.integer("version", -1...Int(Int32.max)) ?? 0
        info.title = try json.text("title")
        info.coverURL = try address(json, "cover")
        info.duration = try json.seconds("duration")
        info.isLive = try json.flag("live", default: false)
        info.format = try json.text("format").map { MediaFormat(rawValue: $0) }
        info.startVideo = try address(json, "intro")
        info.endVideo = try address(json, "outro")
        info.adverts = try adverts(json)
        info.spareAddress = try address(json, "backup_url")
        info.downgradeAddress = try address(json, "downgrade_url")
        info.validUntil = try json.integer("expires", 0...Int(Int32.max) * 1000).map { Int64($0) }
        if let name = json["credential"] {
            guard let kind = CredentialKind(rawValue: try name.text()) else { throw name.fail("not url, sts or auth") }
            info.credentialKind = kind
        }
        info.previewSeconds = try json.integer("preview", 1...Int(Int32.max))
    }

    /// Reads a single address, or an object of addresses by the player's ID.
    private func adverts(_ json: StrictJSON) throws(CatalogueError) -> [String: String] {
        guard let value = json["adverts"] else { return [:] }
        guard case .object = value.tree else { return try address(json, "adverts").map { ["": $0] } ?? [:] }
        var all: [String: String] = [:]
        for id in value.tree.fields.keys.sorted().prefix(100) { all[id] = try address(value, id) }
        return all
    }

    private func readSwitches(_ json: StrictJSON, _ info: inout PlayInfo) throws(CatalogueError) {
        info.encrypted = try json.flag("encrypted", default: false)
        info.recordType = try json.integer("record_type", 0...1000).map { RecordType(rawValue: $0) }
        info.isCacheable = try json.flag("cache", default: true)
        info.isShowUserList = try json.flag("show_users", default: true)
        info.isShowChatList = try json.flag("show_chat", default: true)
        info.enablePreventScreenCapture = try json.flag("prevent_screen_capture", default: false)
        info.watermark = try watermark(json)
        guard let lamp = try json["marquee"]?.object() else { return }
        info.lamp = MarqueeText(
            content: try lamp.required("text").text(), color: try color(lamp),
            speed: try lamp.integer("speed", 1...60) ?? 8)
    }

    private func watermark(_ json: StrictJSON) throws(CatalogueError) -> ServiceWatermark? {
        guard let mark = try json["watermark"]?.object() else { return nil }
        var corner = ServiceWatermark.Corner.rightTop
        if let name = mark["corner"] {
            guard let known = ServiceWatermark.Corner(rawValue: try name.text()) else {
                throw name.fail("not left-top, right-top, right-bottom or left-bottom")
            }
            corner = known
        }
        let opacity = Double(try mark.integer("opacity", 0...100) ?? 100) / 100
        if let picture = try address(mark, "picture") {
            return ServiceWatermark(.picture(picture), corner: corner, opacity: opacity)
        }
        return ServiceWatermark(.text(try mark.required("text").text()), corner: corner, opacity: opacity)
    }

    private func color(_ json: StrictJSON) throws(CatalogueError) -> UInt32 {
        guard let field = json["color"] else { return 0xFFFFFF }
        let text = try field.text()
        guard text.hasPrefix("#"), text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else {
            throw field.fail("not a colour like \"#FFCC00\"")
        }
        return value
    }

    /// - Returns: whether an address needs a token, but none is known.
    private func readDefinitions(_ json: StrictJSON, _ info: inout PlayInfo) throws(CatalogueError) -> Bool {
        let list = try json.required("definitions")
        var lacksToken = false
        if list.tree.text == "AUTO" {
            info.isAdaptive = true
            let entries = try entries(json, "addresses", &lacksToken)
            info.definitionList = [
                PlayInfo.Definition(DefinitionInfo(key: .undescribed, name: ""), entries: entries)
            ]
        } else {
            info.definitionList = try TvplayManifest.each(
                try list.items(limit: 1000)
            ) { item throws(CatalogueError) in try definition(item, &lacksToken) }
            guard !info.definitionList.isEmpty else { throw list.fail("empty") }
        }
        info.definitionRanking = try TvplayManifest.each(try json.items("ranking", limit: 1000), key)
        return lacksToken
    }

    private func definition(
        _ json: StrictJSON, _ lacksToken: inout Bool
    ) throws(CatalogueError) -> PlayInfo.Definition {
        let key = try key(try json.required("key"))
        let info = DefinitionInfo(
            key: key, name: try json.text("name") ?? key.rawValue, width: try json.integer("width", 0...65536) ?? 0,
            height: try json.integer("height", 0...65536) ?? 0, bitRate: try json.integer("bitrate", 1...Int(Int32.max))
        )
        return PlayInfo.Definition(info, entries: try entries(json, "addresses", &lacksToken))
    }

    /// Rejects numbers.
    private func key(_ json: StrictJSON) throws(CatalogueError) -> DefinitionInfo.Key {
        guard let text = json.tree.text, let key = DefinitionInfo.Key(written: text) else {
            throw json.fail("not a definition's key like \"720p\"; numbers are no keys")
        }
        return key
    }

    private func entries(
        _ json: StrictJSON, _ key: String, _ lacksToken: inout Bool
    ) throws(CatalogueError) -> [NetworkAddress] {
        let list = try json.required(key)
        let items = try list.items(limit: 100)
        guard !items.isEmpty else { throw list.fail("empty") }
        var result: [NetworkAddress] = []
        for item in items {
            let field = item.tree.text == nil ? try item.object().required("url") : item
            let reference = try field.text(limit: 64 << 10)
            if ManifestPlace.wantsToken(reference), token == nil { lacksToken = true }
            let delivery = try delivery(item) ?? DeliveryMethod.deduced(fromLocation: reference)
            result.append(
                NetworkAddress(
                    try resolved(reference, field, isMedia: true),
                    name: item.tree.text == nil ? try item.text("name") : nil,
                    delivery: delivery))
        }
        return result
    }

    private func delivery(_ json: StrictJSON) throws(CatalogueError) -> Source.Delivery? {
        guard let field = json["delivery"] else { return nil }
        guard let delivery = Source.Delivery(rawValue: try field.text()), delivery != .stream else {
            throw field.fail("not progressive, hls or dash")
        }
        return delivery
    }

    private func subtitle(_ json: StrictJSON) throws(CatalogueError) -> SubtitleInfo {
        let field = try json.required("url")
        return SubtitleInfo(
            try resolved(try field.text(limit: 64 << 10), field), language: try json.text("language"),
            name: try json.text("name"), format: try json.text("format"))
    }

    private func mark(_ json: StrictJSON) throws(CatalogueError) -> CuePoint {
        let kinds: [String: CuePoint.Kind] = ["chapter": .chapter, "mark": .mark, "advert": .advert]
        var kind = CuePoint.Kind.mark
        if let field = json["kind"] {
            guard let known = kinds[try field.text()] else { throw field.fail("not chapter, mark or advert") }
            kind = known
        }
        var metadata: [String: String] = [:]
        for (name, value) in try pairs(json["metadata"]) { metadata[name] = try value.text() }
        return CuePoint(
            time: try json.required("time").seconds(), kind: kind, title: try json.text("title"), metadata: metadata)
    }

    private func headers(_ json: StrictJSON) throws(CatalogueError) -> [HTTPHeader] {
        try pairs(json["headers"]).map { pair throws(CatalogueError) in
            guard let header = HTTPHeader(name: pair.name, value: pair.value.tree.text ?? "") else {
                throw pair.value.fail("not a header field")
            }
            return header
        }
    }

    private func parameters(_ json: StrictJSON) throws(CatalogueError) -> [String: String] {
        var result: [String: String] = [:]
        for pair in try pairs(json["vod"]?["params"]) { result[pair.name] = try pair.value.text() }
        return result
    }

    private func pairs(_ json: StrictJSON?) throws(CatalogueError) -> [(name: String, value: StrictJSON)] {
        guard let json = try json?.object() else { return [] }
        guard json.tree.fields.count <= 100 else { throw json.fail("more than 100 entries") }
        return json.tree.fields.keys.sorted().compactMap { name in json[name].map { (name, $0) } }
    }

    private func comments(_ json: StrictJSON) throws(CatalogueError) -> TvplayManifest.CommentAddresses? {
        guard let json = try json["comments"]?.object(), try json.flag("enabled", default: true) else { return nil }
        return TvplayManifest.CommentAddresses(
            list: try template(json, "list"), post: try template(json, "post"), like: try template(json, "like"),
            delete: try template(json, "delete"))
    }

    // MARK: addresses

    private func address(_ json: StrictJSON, _ key: String) throws(CatalogueError) -> String? {
        guard let field = json[key] else { return nil }
        return try resolved(try field.text(limit: 64 << 10), field)
    }

    /// Keeps `{page}`, `{size}` and `{comment}`.
    private func template(_ json: StrictJSON, _ key: String) throws(CatalogueError) -> String? {
        try address(json, key).map {
            $0.replacing("%7B", with: "{").replacing("%7D", with: "}").replacing("%7b", with: "{")
                .replacing("%7d", with: "}")
        }
    }

    private func resolved(
        _ reference: String, _ field: StrictJSON, isMedia: Bool = false
    ) throws(CatalogueError) -> String {
        guard let address = place.resolve(reference, token: token, isMedia: isMedia) else {
            throw field.fail(
                "an address that is not allowed here: only http and https, and files beside a local manifest")
        }
        return address
    }
}
