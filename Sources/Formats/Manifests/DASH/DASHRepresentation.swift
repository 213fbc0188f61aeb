import PlayCore
import XML

private enum Scheme {
    static let trickMode = "http://dashif.org/guidelines/trickmode"
    static let switching = "urn:mpeg:dash:adaptation-set-switching:2016"
    static let thumbnails: Set = ["http://dashif.org/thumbnail_tile", "http://dashif.org/guidelines/thumbnail_tile"]
    static let roles = "urn:mpeg:dash:role:2011"
    /// TV-Anytime's audio purposes, which DVB uses.
    static let audioPurposes = "urn:tva:metadata:cs:audiopurposecs:2007"
    static let captions608 = "urn:scte:dash:cc:cea-608:2015"
    static let captions708 = "urn:scte:dash:cc:cea-708:2015"
    /// Colour descriptions, which the decoder determines by itself.
    static let colours = "urn:mpeg:mpegb:cicp:"
}

extension DASHAdaptationSet {
    /// - Parameter place: the ID if the element has none.
    init(_ element: XMLElement, place: String) {
        self.init(id: element["id"] ?? "-" + place)
        language = element["lang"]
        label = element.first("Label")?.trimmedText ?? element["label"]
        roles = (element.children("Role") + element.children("Accessibility")).compactMap(Self.role)
        switchableSets = element.children("SupplementalProperty").filter { $0["schemeIdUri"] == Scheme.switching }
            .flatMap { ($0["value"] ?? "").split(separator: ",").map { String($0).withoutBlanks } }
        captions = element.children("Accessibility").flatMap(Self.captions)
    }

    /// Returns the role in the words of ISO 23009-1, also for purposes of TV-Anytime, or `nil` for other schemes.
    private static func role(_ element: XMLElement) -> String? {
        switch element["schemeIdUri"]?.lowercased() {
        case Scheme.roles: element["value"]
        case Scheme.audioPurposes:
            ["1": "description", "2": "enhanced-audio-intelligibility", "3": "commentary", "4": "commentary"][
                element["value"] ?? ""]
        default: nil
        }
    }

    /// Reads `CC1=eng;CC3=swe`, `1=lang:eng;2=lang:deu`. A single word is a language; no value is the first channel.
    private static func captions(_ element: XMLElement) -> [CaptionService] {
        let prefix: String
        switch element["schemeIdUri"] {
        case Scheme.captions608: prefix = "CC"
        case Scheme.captions708: prefix = "SERVICE"
        default: return []
        }
        let entries = (element["value"] ?? "").split(separator: ";").prefix(64)
        if entries.isEmpty { return [CaptionService(channel: prefix + "1", language: nil, name: nil, group: nil)] }
        return entries.enumerated().map { index, entry in
            let pair = entry.split(separator: "=", maxSplits: 1)
            let number = pair.count == 2 ? pair[0].filter { $0.isASCII && $0.isNumber } : "\(index + 1)"
            let language = (pair.last ?? "").split(separator: ",").first.map { word in
                word.hasPrefix("lang:") ? String(word.dropFirst(5)) : String(word)
            }
            return CaptionService(channel: prefix + number, language: language, name: nil, group: nil)
        }
    }
}

extension DASHRepresentation {
    /// Returns `nil` for content other than pictures, sound and text, and for unknown essential properties.
    init?(_ element: XMLElement, in set: XMLElement, information: SegmentInformation, bases: [BaseAddress]) {
        let properties = set.children("EssentialProperty") + element.children("EssentialProperty")
        let schemes = properties.map { $0["schemeIdUri"] ?? "" }
        guard schemes.allSatisfy(Self.isKnown) else { return nil }
        let codecs = CodecNames.list(element["codecs"] ?? set["codecs"])
        let mime = element["mimeType"] ?? set["mimeType"]
        let tiles = properties.first { Scheme.thumbnails.contains($0["schemeIdUri"] ?? "") }
        let kind: Rendition.Kind? =
            if tiles != nil {
                .thumbnails
            } else if schemes.contains(Scheme.trickMode) {
                .iframes
            } else {
                Self.kind(set["contentType"] ?? element["contentType"], mime, codecs)
            }
        guard let kind else { return nil }
        self.init(id: element["id"] ?? "", kind: kind, information: information, bases: bases)
        self.codecs = codecs
        mimeType = mime
        bandwidth = element.number("bandwidth") ?? 0
        width = element.count("width") ?? set.count("width") ?? 0
        height = element.count("height") ?? set.count("height") ?? 0
        frameRate = Self.rate(element["frameRate"] ?? set["frameRate"])
        channels = Self.channels(element) ?? Self.channels(set)
        let protections = set.children("ContentProtection") + element.children("ContentProtection")
        if let last = protections.last, protections.allSatisfy(SegmentEncryption.isOne) {
            encryption = SegmentEncryption(last, bases.first?.location)
        }
        protection = encryption == nil ? Self.protection(protections) : nil
        (tileColumns, tileRows) = tiles.flatMap { Self.tiles($0["value"] ?? "") } ?? (0, 0)
    }

    private static func isKnown(_ scheme: String) -> Bool {
        scheme == Scheme.trickMode || Scheme.thumbnails.contains(scheme)
            || scheme.lowercased().hasPrefix(Scheme.colours)
    }

    private static func kind(_ content: String?, _ mime: String?, _ codecs: [String]) -> Rendition.Kind? {
        let type = mime?.lowercased() ?? ""
        if codecs.contains(where: CodecNames.isText) || type.hasPrefix("text/") || type.hasPrefix("application/ttml") {
            return .text
        }
        let hasVideo = codecs.contains(where: CodecNames.isVideo)
        if hasVideo, codecs.contains(where: CodecNames.isAudio) { return .muxed }
        switch content ?? String(type.prefix { $0 != "/" }) {
        case "video": return .video
        case "audio": return .audio
        case "text": return .text
        default:
            if hasVideo { return .video }
            return codecs.contains(where: CodecNames.isAudio) ? .audio : nil
        }
    }

    /// Reads `30`, `30000/1001`.
    private static func rate(_ text: String?) -> Double? {
        let parts = (text ?? "").split(separator: "/").map { PlaylistNumber.integer($0) }
        guard let first = parts.first, let above = first, above > 0 else { return nil }
        guard let below = parts.count == 2 ? parts[1] : 1, below > 0 else { return nil }
        let rate = Double(above) / Double(below)
        return rate < 1000 ? rate : nil
    }

    /// Reads `AudioChannelConfiguration`: a number (23003-3), a layout's (23001-8) or Dolby's bits.
    private static func channels(_ element: XMLElement) -> Int? {
        guard let child = element.first("AudioChannelConfiguration"), let value = child["value"] else { return nil }
        let scheme = child["schemeIdUri"]?.lowercased() ?? ""
        if scheme.contains("dolby") {
            // TS 102 366, E.1.3.1.8: bits for pairs, counted from the highest, mean two loudspeakers each.
            guard let bits = UInt16(value, radix: 16) else { return nil }
            let pairs: UInt16 = 0b0000_0110_0110_1000
            return bits.nonzeroBitCount + (bits & pairs).nonzeroBitCount
        }
        guard let number = PlaylistNumber.integer(value), (1...64).contains(number) else { return nil }
        // ISO 23001-8, table 8: layouts whose number differs from the number of loudspeakers.
        let layouts: [Int64: Int] = [7: 8, 8: 2, 9: 3, 10: 4, 11: 7, 12: 8, 13: 24, 14: 8]
        return scheme.contains("cicp") ? layouts[number] ?? Int(number) : Int(number)
    }

    /// Reports every system as unsupported, even ClearKey.
    private static func protection(_ elements: [XMLElement]) -> ContentProtection? {
        guard !elements.isEmpty else { return nil }
        var systems: [String] = []
        var scheme: String?
        for element in elements.prefix(32) {
            let id = element["schemeIdUri"] ?? ""
            if id.lowercased() == ProtectionSystem.common {
                scheme = element["value"] ?? scheme
            } else {
                let name = ProtectionSystem.name(schemeID: id)
                if !systems.contains(name) { systems.append(name) }
            }
        }
        return ContentProtection(systems: systems, scheme: scheme)
    }

    /// Reads `8x4`: columns and rows.
    private static func tiles(_ text: String) -> (Int, Int)? {
        let parts = text.split(separator: "x").map { PlaylistNumber.integer($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...100).contains(columns),
            (1...100).contains(rows)
        else { return nil }
        return (Int(columns), Int(rows))
    }
}
