import PlayCore
import XML

extension DASHManifest {
    /// - Parameter location: the manifest's, after redirects. Any thread.
    package static func parse(
        _ bytes: [UInt8], at location: ManifestLocation, limits: ManifestLimits = ManifestLimits()
    ) throws(ManifestError) -> DASHManifest {
        let root = try document(bytes, limits)
        guard root.name == "MPD" else { throw ManifestError(.notAManifest, "the element is \(root.name)") }
        var parser = DASHParser(location: location, limits: limits)
        return try parser.manifest(root)
    }

    private static func document(_ bytes: [UInt8], _ limits: ManifestLimits) throws(ManifestError) -> XMLElement {
        guard bytes.count <= limits.bytes else { throw ManifestError(.tooLarge, "\(bytes.count) bytes") }
        let cost = XMLLimits(bytes: limits.bytes, textBytes: 1 << 20)
        do {
            return try read(bytes, cost, limits)
        } catch {
            throw ManifestError(recognizes(bytes) ? .malformed : .notAManifest, error.reason, line: error.line)
        }
    }

    /// Repairs missing spaces between attributes, which occur in published manifests.
    private static func read(
        _ bytes: [UInt8], _ cost: XMLLimits, _ limits: ManifestLimits
    ) throws(XMLError) -> XMLElement {
        do {
            return try XMLElement.read(bytes, limits: cost, elements: limits.elements)
        } catch {
            guard error.isInvalidToken, let mended = XMLRepair.spacingAttributes(bytes) else { throw error }
            return try XMLElement.read(mended, limits: cost, elements: limits.elements)
        }
    }
}

struct DASHParser {
    let location: ManifestLocation
    let limits: ManifestLimits
    private var result: DASHManifest
    private var representationCount = 0
    private var eventCount = 0

    init(location: ManifestLocation, limits: ManifestLimits) {
        self.location = location
        self.limits = limits
        result = DASHManifest(limits: limits)
    }

    mutating func manifest(_ root: XMLElement) throws(ManifestError) -> DASHManifest {
        result.isLive = root["type"] == "dynamic"
        result.minimumBuffer = root.duration("minBufferTime")
        result.title = root.first("ProgramInformation")?.first("Title")?.trimmedText
        result.locations = root.children("Location").compactMap { location.resolve($0.trimmedText) }
        result.steering = root.first("ContentSteering").flatMap(steering)
        let bases = try BaseAddress.within(root, [BaseAddress(location: location)])
        let elements = root.children("Period").filter { keep($0) }
        let spans = PeriodSpan.spans(elements, total: root.duration("mediaPresentationDuration"), isLive: result.isLive)
        for (element, span) in zip(elements, spans) {
            guard let span else { continue }
            result.periods.append(try period(element, span, bases))
        }
        setEnd(root)
        return result
    }

    private mutating func setEnd(_ root: XMLElement) {
        let last = result.periods.last?.end
        let total = root.duration("mediaPresentationDuration")
        guard result.isLive else {
            result.duration = total ?? last
            return
        }
        // While the manifest is updated, more periods may follow.
        let isOpen = total == nil && root["minimumUpdatePeriod"] != nil
        result.live = LiveTiming(root, location: location, end: isOpen ? nil : total ?? last)
    }

    /// Drops an element that refers to nothing. An external one keeps its fallback.
    private mutating func keep(_ element: XMLElement) -> Bool {
        guard let link = element["xlink:href"] else { return true }
        if link == "urn:mpeg:dash:resolve-to-zero:2013" { return false }
        result.refusedLinks += 1
        return true
    }

    private func steering(_ element: XMLElement) -> ContentSteering? {
        location.resolve(element.trimmedText).map {
            ContentSteering(server: $0, pathway: element["defaultServiceLocation"])
        }
    }

    private mutating func period(
        _ element: XMLElement, _ span: PeriodSpan, _ outer: [BaseAddress]
    ) throws(ManifestError) -> DASHPeriod {
        var period = DASHPeriod(id: element["id"], start: span.start, end: span.end)
        let bases = try BaseAddress.within(element, outer)
        let information = SegmentInformation().within(element)
        for (index, child) in element.children("AdaptationSet").enumerated() where keep(child) {
            if let set = try adaptationSet(child, "\(index)", bases, information) { period.sets.append(set) }
        }
        for child in element.children("EventStream") where keep(child) {
            period.events += try events(child, from: span.start)
        }
        return period
    }

    private mutating func events(_ element: XMLElement, from start: MediaTime) throws(ManifestError) -> [TimedEvent] {
        let scale = element.number("timescale").flatMap { $0 > 0 ? $0 : nil } ?? 1
        let offset = element.number("presentationTimeOffset") ?? 0
        let events = element.children("Event")
        eventCount += events.count
        guard eventCount <= limits.entries else { throw ManifestError(.tooLarge, "too many events") }
        let scheme = element["schemeIdUri"] ?? ""
        let isSplice = scheme.lowercased().hasPrefix(SpliceElement.scheme)
        return events.map { event in
            let time = (event.number("presentationTime") ?? 0) - offset
            var result = TimedEvent(
                scheme: scheme, value: element["value"], id: event["id"],
                start: start + ExactTime.ticks(time, per: scale),
                duration: event.number("duration").map { ExactTime.ticks($0, per: scale) },
                message: event["messageData"] ?? String(event.wholeText.trimming { $0.isWhitespace }))
            if isSplice { result.splices = SpliceElement.cues(event) }
            return result
        }
    }

    private mutating func adaptationSet(
        _ element: XMLElement, _ place: String, _ outer: [BaseAddress], _ inherited: SegmentInformation
    ) throws(ManifestError) -> DASHAdaptationSet? {
        let bases = try BaseAddress.within(element, outer)
        let information = inherited.within(element)
        var set = DASHAdaptationSet(element, place: place)
        for child in element.children("Representation") {
            representationCount += 1
            guard representationCount <= limits.entries else { throw ManifestError(.tooLarge, "too many renditions") }
            let own = try BaseAddress.within(child, bases)
            let form = DASHRepresentation(child, in: element, information: information.within(child), bases: own)
            guard let form, isAddressed(form) else { continue }
            set.representations.append(form)
        }
        return set.representations.isEmpty ? nil : set
    }

    /// Returns whether the representation has an address of its own, instead of the manifest's.
    private func isAddressed(_ form: DASHRepresentation) -> Bool {
        let isFile = form.information.kind == .whole || form.information.kind == .base
        return !isFile || form.bases.first?.location != location
    }
}

/// On the presentation axis (ISO 23009-1, 5.3.2.1).
struct PeriodSpan: Equatable {
    let start: MediaTime
    let end: MediaTime?

    /// Returns `nil` for a period without a start.
    static func spans(_ elements: [XMLElement], total: MediaTime?, isLive: Bool) -> [PeriodSpan?] {
        var starts: [MediaTime?] = []
        var follows: MediaTime? = isLive ? nil : .zero
        for element in elements {
            let start = element.duration("start").map { max($0, .zero) } ?? follows
            starts.append(start)
            let end = start.flatMap { start in element.duration("duration").map { start + max($0, .zero) } }
            follows = end.flatMap { $0 <= ExactTime.limit ? $0 : nil }
        }
        return elements.indices.map { index in
            guard let start = starts[index] else { return nil }
            let next = starts.dropFirst(index + 1).first.flatMap(\.self)
            let own = elements[index].duration("duration").map { min(start + max($0, .zero), ExactTime.limit) }
            let isLast = index == elements.count - 1
            return PeriodSpan(start: start, end: (own ?? next ?? (isLast ? total : nil)).map { max($0, start) })
        }
    }
}

extension LiveTiming {
    init(_ root: XMLElement, location: ManifestLocation, end: MediaTime?) {
        let latency = root.first("ServiceDescription")?.first("Latency")
        func milliseconds(_ name: String) -> MediaTime? {
            latency?.number(name).map { ExactTime.ticks($0, per: 1000) }
        }
        self.init(
            availabilityStart: root.instant("availabilityStartTime") ?? UTCTime(nanoseconds: 0),
            timeShiftDepth: root.duration("timeShiftBufferDepth"),
            suggestedDelay: root.duration("suggestedPresentationDelay"),
            minimumUpdatePeriod: root.duration("minimumUpdatePeriod"), publishTime: root.instant("publishTime"),
            clocks: root.children("UTCTiming").compactMap { ClockSource($0, location: location) },
            targetLatency: milliseconds("target"), minimumLatency: milliseconds("min"), end: end)
    }
}

extension ClockSource {
    /// Returns `nil` for schemes with protocols of their own (NTP).
    init?(_ element: XMLElement, location: ManifestLocation) {
        // Several addresses are separated by spaces; the first is the best.
        let value = element["value"]?.split(separator: " ").first.map(String.init) ?? ""
        let scheme = (element["schemeIdUri"] ?? "").split(separator: ":").dropFirst(4).prefix(1).joined()
        switch scheme {
        case "direct":
            guard let time = UTCTime(value) else { return nil }
            self = .direct(time)
        case "http-head":
            guard let resource = location.resolve(value) else { return nil }
            self = .head(resource)
        case "http-iso", "http-xsdate":
            guard let resource = location.resolve(value) else { return nil }
            self = .iso(resource)
        default: return nil
        }
    }
}
