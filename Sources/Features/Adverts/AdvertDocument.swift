import PlayCore
import XML

package enum AdvertDocument: Sendable, Equatable {
    case adverts(AdvertResponse)
    case breaks([AdvertBreak])

    static let limits = XMLLimits(bytes: 4 << 20, textBytes: 64 << 10, depth: 32)
    static let mostElements = 20_000

    /// Reads VAST or VMAP. The reason of an error is only for the log.
    package static func read(_ bytes: [UInt8]) throws(AdvertErrorCode) -> AdvertDocument {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLElement.read(bytes, limits: limits, elements: mostElements)
        } catch {
            throw .unreadable
        }
        switch root.name {
        case "VAST": return .adverts(try AdvertResponse(root))
        case "VMAP": return .breaks(AdvertBreak.list(root))
        // VAST 1.
        case "VideoAdServingTemplate": throw .unknownVersion
        default: throw .notAdverts
        }
    }
}

package struct AdvertResponse: Sendable, Equatable {
    package enum Entry: Sendable, Equatable {
        case advert(Advert)
        case wrapper(AdvertWrapper)
    }

    package private(set) var pod: [Entry] = []
    /// Replace adverts that cannot be played.
    package private(set) var spare: [Entry] = []
    /// Notified if there is no advert.
    package private(set) var errors: [String] = []

    private static let mostAdverts = 32

    init(_ root: XMLElement) throws(AdvertErrorCode) {
        if let version = root["version"], let major = Int(version.trimmed.prefix { $0 != "." }) {
            guard (2...4).contains(major) else { throw .unknownVersion }
        }
        errors = root.references("Error")
        var numbered: [(number: Int, entry: Entry)] = []
        var alone: [Entry] = []
        for element in root.children("Ad").prefix(Self.mostAdverts) {
            guard let entry = Self.entry(element) else { continue }
            if let number = element["sequence"].flatMap({ Int($0) }), number > 0 {
                numbered.append((number, entry))
            } else {
                alone.append(entry)
            }
        }
        // Only one unnumbered advert plays. The others are substitutes.
        if numbered.isEmpty {
            pod = Array(alone.prefix(1))
            spare = Array(alone.dropFirst())
        } else {
            pod = numbered.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
                .map(\.element.entry)
            spare = alone
        }
    }

    private static func entry(_ element: XMLElement) -> Entry? {
        if let inLine = element.first("InLine") { return .advert(Advert(inLine)) }
        guard let wrapper = element.first("Wrapper"),
            let address = wrapper.first("VASTAdTagURI")?.text.asReference
        else { return nil }
        var result = AdvertWrapper(address: address, trackers: AdvertTrackers(wrapper))
        result.followsWrappers = wrapper.flag("followAdditionalWrappers") ?? true
        result.allowsSeveral = wrapper.flag("allowMultipleAds") ?? true
        return .wrapper(result)
    }
}

extension Advert {
    init(_ element: XMLElement) {
        title = element.first("AdTitle")?.text.trimmed
        trackers = AdvertTrackers(element)
        guard let linear = element.linears.first(where: { $0.first("MediaFiles") != nil }) else { return }
        duration = linear.first("Duration").flatMap { MediaTime(advertClock: $0.text) }
        skip = linear["skipoffset"].flatMap { AdvertOffset($0) }
        clickThrough = linear.first("VideoClicks")?.first("ClickThrough")?.text.asReference
        files = linear.first("MediaFiles")?.children("MediaFile").prefix(64).compactMap(AdvertFile.init) ?? []
    }
}

extension AdvertFile {
    fileprivate init?(_ element: XMLElement) {
        guard let location = element.text.asReference else { return nil }
        self.init(location: location, type: (element["type"] ?? "").trimmed.lowercased())
        width = element["width"].flatMap { Int($0) }
        height = element["height"].flatMap { Int($0) }
        let kilobits = (element["bitrate"] ?? element["maxBitrate"]).flatMap { Int($0) }
        bitRate = kilobits.flatMap { (1..<1_000_000).contains($0) ? $0 * 1000 : nil }
        isProgram = element["apiFramework"] != nil
    }
}

extension AdvertTrackers {
    fileprivate init(_ element: XMLElement) {
        impressions = element.references("Impression")
        errors = element.references("Error")
        for linear in element.linears {
            clicks += linear.first("VideoClicks")?.references("ClickTracking") ?? []
            for tracking in linear.first("TrackingEvents")?.children("Tracking").prefix(256) ?? [] {
                guard let address = tracking.text.asReference, let name = tracking["event"] else { continue }
                if let event = AdvertEventName(rawValue: name) {
                    if events[event, default: []].count < Self.limit { events[event, default: []].append(address) }
                } else if name == "progress", let offset = tracking["offset"].flatMap({ AdvertOffset($0) }),
                    progress.count < Self.limit
                {
                    progress.append(AdvertProgressTracker(offset: offset, address: address))
                }
            }
        }
        clicks = Array(clicks.prefix(Self.limit))
    }
}

extension XMLElement {
    fileprivate var linears: [XMLElement] {
        first("Creatives")?.children("Creative").prefix(64).compactMap { $0.first("Linear") } ?? []
    }

    func references(_ name: String) -> [String] {
        children(name).compactMap(\.text.asReference).prefix(AdvertTrackers.limit).map(\.self)
    }

    fileprivate func flag(_ name: String) -> Bool? {
        switch self[name]?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }
}
