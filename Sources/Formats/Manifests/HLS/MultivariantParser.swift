import PlayCore

struct MultivariantParser {
    private let location: ManifestLocation
    private let limits: ManifestLimits
    private var result = MultivariantPlaylist()
    /// The attributes of the variant whose address follows.
    private var pending: AttributeList?

    init(location: ManifestLocation, limits: ManifestLimits) {
        self.location = location
        self.limits = limits
    }

    func playlist(_ variables: VariableTable) -> MultivariantPlaylist {
        var result = result
        result.variables = variables
        return result
    }

    mutating func read(_ line: PlaylistText.Line, _ scope: inout VariableScope) throws(ManifestError) {
        switch line {
        case .resource(let text):
            guard let attributes = pending else { return }
            pending = nil
            try addVariant(try scope.table.replacing(in: text), attributes, .media)
        case .tag("EXT-X-DEFINE", let value): try scope.define(value)
        case .tag("EXT-X-INDEPENDENT-SEGMENTS", _): result.isIndependent = true
        case .tag(let name, let value) where Self.tags.contains(name):
            try read(name, try AttributeList(value, variables: scope.table))
        case .tag: break
        }
    }

    private static let tags: Set = [
        "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-IMAGE-STREAM-INF", "EXT-X-MEDIA", "EXT-X-SESSION-DATA",
        "EXT-X-SESSION-KEY",
        "EXT-X-CONTENT-STEERING", "EXT-X-START",
    ]

    private mutating func read(_ name: String, _ list: AttributeList) throws(ManifestError) {
        switch name {
        case "EXT-X-STREAM-INF": pending = list
        case "EXT-X-I-FRAME-STREAM-INF":
            if let text = list["URI"] { try addVariant(text, list, .iframes) }
        case "EXT-X-IMAGE-STREAM-INF":
            // Omits forbidden previews instead of failing.
            if let text = list["URI"], location.resolve(text) != nil { try addVariant(text, list, .images) }
        case "EXT-X-MEDIA": try addMedia(list)
        case "EXT-X-SESSION-DATA": try addData(list)
        case "EXT-X-SESSION-KEY": try addKey(list)
        case "EXT-X-CONTENT-STEERING": setSteering(list)
        default: result.start = StartPoint(list)
        }
    }

    private func checkCount() throws(ManifestError) {
        guard result.variants.count + result.media.count < limits.renditions else {
            throw ManifestError(.tooLarge, "too many renditions")
        }
    }

    private mutating func addVariant(
        _ text: String, _ list: AttributeList, _ content: MultivariantPlaylist.Variant.Content
    ) throws(ManifestError) {
        try checkCount()
        guard let resource = location.resolve(text) else { throw ManifestError(.forbiddenReference, text) }
        var groups: [String: String] = [:]
        for type in ["AUDIO", "SUBTITLES", "VIDEO", "CLOSED-CAPTIONS"] { groups[type] = list[type] }
        result.variants.append(
            .init(
                resource: resource, content: content, attributes: VariantAttributes(list), groups: groups,
                pathway: list["PATHWAY-ID"]))
    }

    private mutating func addMedia(_ list: AttributeList) throws(ManifestError) {
        try checkCount()
        guard let type = list["TYPE"], let group = list["GROUP-ID"] else { return }
        var resource: ResourceReference?
        if let text = list["URI"] {
            resource = location.resolve(text)
            // Omits a forbidden alternative; the variants play without it.
            if resource == nil { return }
        }
        let characteristics = list["CHARACTERISTICS"]?.split(separator: ",").map { String($0).withoutBlanks } ?? []
        result.media.append(
            .init(
                type: type, group: group, name: list["NAME"], language: list["LANGUAGE"], channels: list["CHANNELS"],
                characteristics: characteristics, isDefault: list.flag("DEFAULT"),
                autoselects: list.flag("AUTOSELECT") || list.flag("DEFAULT"), isForced: list.flag("FORCED"),
                instreamID: list["INSTREAM-ID"], resource: resource, pathway: list["PATHWAY-ID"]))
    }

    private mutating func addData(_ list: AttributeList) throws(ManifestError) {
        guard let id = list["DATA-ID"] else { return }
        guard result.sessionData.count < limits.entries else { throw ManifestError(.tooLarge, "too much session data") }
        // Omits forbidden session data (chapters) instead of failing.
        result.sessionData.append(
            .init(
                id: id, value: list["VALUE"], resource: list["URI"].flatMap(location.resolve),
                language: list["LANGUAGE"]))
    }

    private mutating func addKey(_ list: AttributeList) throws(ManifestError) {
        guard let method = list["METHOD"], method != "NONE" else { return }
        guard result.sessionKeys.count < limits.renditions else { throw ManifestError(.tooLarge, "too many keys") }
        result.sessionKeys.append(
            SegmentKey(list, method: method, format: list["KEYFORMAT"] ?? "identity", location: location))
    }

    private mutating func setSteering(_ list: AttributeList) {
        guard let server = list["SERVER-URI"].flatMap(location.resolve) else { return }
        result.steering = ContentSteering(server: server, pathway: list["PATHWAY-ID"])
    }
}

extension VariantAttributes {
    init(_ list: AttributeList) {
        bandwidth = list.number("BANDWIDTH").map { Int($0) }
        averageBandwidth = list.number("AVERAGE-BANDWIDTH").map { Int($0) }
        codecs = CodecNames.list(list["CODECS"])
        (width, height) = list.resolution ?? (0, 0)
        frameRate = list.time("FRAME-RATE").flatMap { rate in
            rate > .zero && rate < .seconds(1000)
                ? MediaRate(thousandths: Int((rate.nanoseconds + 500_000) / 1_000_000)) : nil
        }
        videoRange = list["VIDEO-RANGE"]
        stableID = list["STABLE-VARIANT-ID"]
    }
}
