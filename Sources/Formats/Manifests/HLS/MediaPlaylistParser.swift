import PlayCore

struct MediaPlaylistParser {
    let location: ManifestLocation
    let limits: ManifestLimits
    var result = MediaPlaylist()
    var isEnded = false
    var isKeptForGood = false
    var targetDuration: MediaTime?
    var segments: [Segment] = []
    var partCount = 0
    var pending = PendingSegment()
    var discontinuity = 0
    /// Keyed by format: several keys may apply to the same segments.
    var keys: [String: SegmentKey] = [:]
    var initSection: InitSection?
    var tiles: TileGrid?
    var lastSegmentRange: (resource: ResourceReference, range: ByteRange)?
    var lastPartRange: (resource: ResourceReference, range: ByteRange)?
    var hasKeyTag = false
    var hasMapTag = false

    init(location: ManifestLocation, limits: ManifestLimits) {
        self.location = location
        self.limits = limits
    }

    mutating func read(_ line: PlaylistText.Line, _ scope: inout VariableScope) throws(ManifestError) {
        switch line {
        case .resource(let text): try addSegment(try scope.table.replacing(in: text))
        case .tag("EXT-X-DEFINE", let value): try scope.define(value)
        case .tag(let name, let value):
            if try !readSegmentTag(name, value, scope.table) { try readPlaylistTag(name, value, scope.table) }
        }
    }

    private mutating func readSegmentTag(
        _ name: String, _ value: Substring, _ variables: VariableTable
    ) throws(ManifestError) -> Bool {
        switch name {
        case "EXTINF": pending.setDuration(value)
        case "EXT-X-BYTERANGE": pending.range = PendingRange(value)
        case "EXT-X-DISCONTINUITY": discontinuity += 1
        case "EXT-X-GAP": pending.isGap = true
        case "EXT-X-PROGRAM-DATE-TIME": pending.programDateTime = UTCTime(String(value).withoutBlanks)
        case "EXT-X-CUE-OUT", "EXT-X-CUE-OUT-CONT", "EXT-X-CUE-IN":
            pending.cue = try SegmentCue(name, value, variables)
        case "EXT-X-KEY": try setKey(try AttributeList(value, variables: variables))
        case "EXT-X-TILES":
            let grid = TileGrid(try AttributeList(value, variables: variables))
            if grid != tiles { tiles = grid }
        case "EXT-X-MAP": try setMap(try AttributeList(value, variables: variables))
        case "EXT-X-PART": try addPart(try AttributeList(value, variables: variables))
        default: return false
        }
        return true
    }

    private mutating func readPlaylistTag(
        _ name: String, _ value: Substring, _ variables: VariableTable
    ) throws(ManifestError) {
        switch name {
        case "EXT-X-VERSION": result.version = PlaylistNumber.integer(value).map { Int($0) } ?? result.version
        case "EXT-X-TARGETDURATION": setTargetDuration(value)
        case "EXT-X-MEDIA-SEQUENCE": setMediaSequence(value)
        case "EXT-X-DISCONTINUITY-SEQUENCE": setDiscontinuitySequence(value)
        case "EXT-X-ENDLIST": isEnded = true
        case "EXT-X-PLAYLIST-TYPE": setType(String(value).withoutBlanks)
        case "EXT-X-I-FRAMES-ONLY": result.isIFramesOnly = true
        case "EXT-X-IMAGES-ONLY": result.isImagesOnly = true
        case "EXT-X-INDEPENDENT-SEGMENTS": result.isIndependent = true
        case "EXT-X-START": result.start = StartPoint(try AttributeList(value, variables: variables))
        case "EXT-X-SERVER-CONTROL":
            result.serverControl = ServerControl(try AttributeList(value, variables: variables))
        case "EXT-X-PART-INF": result.partTarget = try AttributeList(value, variables: variables).time("PART-TARGET")
        case "EXT-X-PRELOAD-HINT": try addHint(try AttributeList(value, variables: variables))
        case "EXT-X-RENDITION-REPORT": try addReport(try AttributeList(value, variables: variables))
        case "EXT-X-DATERANGE": try addDateRange(try AttributeList(value, variables: variables))
        case "EXT-X-SKIP": try setSkip(try AttributeList(value, variables: variables))
        default: break
        }
    }

    private mutating func setTargetDuration(_ value: Substring) {
        guard targetDuration == nil, let time = ExactTime.decimal(String(value).withoutBlanks), time > .zero else {
            return
        }
        targetDuration = time
    }

    private mutating func setMediaSequence(_ value: Substring) {
        guard let number = PlaylistNumber.integer(value), segments.isEmpty, result.skip == nil else { return }
        result.mediaSequence = number
    }

    private mutating func setDiscontinuitySequence(_ value: Substring) {
        guard let number = PlaylistNumber.integer(value), segments.isEmpty, result.skip == nil else { return }
        discontinuity = Int(number)
    }

    private mutating func setType(_ type: String) {
        // A list of type VOD never changes, with or without an end tag (RFC 8216, 4.3.3.5).
        if type == "VOD" { isEnded = true }
        isKeptForGood = type == "VOD" || type == "EVENT"
    }

    private mutating func setSkip(_ list: AttributeList) throws(ManifestError) {
        guard segments.isEmpty, result.skip == nil, let count = list.number("SKIPPED-SEGMENTS") else { return }
        guard count <= limits.segments else { throw ManifestError(.tooLarge, "\(count) segments left out") }
        let removed = list["RECENTLY-REMOVED-DATERANGES"]?.split(separator: "\t").map(String.init) ?? []
        result.skip = SkippedSegments(
            count: Int(count), removedDateRanges: removed, keylessCount: 0, maplessCount: 0,
            firstDiscontinuity: discontinuity)
    }

    private mutating func addHint(_ list: AttributeList) throws(ManifestError) {
        guard let text = list["URI"], result.preloadHints.count < 16 else { return }
        let start = list.number("BYTERANGE-START")
        let length = list.number("BYTERANGE-LENGTH")
        let range = start == nil && length == nil ? nil : ByteRange(offset: start ?? 0, length: length)
        result.preloadHints.append(
            PreloadHint(isPart: list["TYPE"] == "PART", resource: try resource(text), range: range))
    }

    private mutating func addReport(_ list: AttributeList) throws(ManifestError) {
        guard let text = list["URI"], result.renditionReports.count < limits.renditions else { return }
        result.renditionReports.append(
            RenditionReport(
                resource: try resource(text), lastSequence: list.number("LAST-MSN"), lastPart: list.number("LAST-PART"))
        )
    }

    private mutating func addDateRange(_ list: AttributeList) throws(ManifestError) {
        guard let id = list["ID"] else { return }
        // Searches only the last ranges: repeated tags are close, and a hostile list must not take quadratic time.
        if let index = result.dateRanges.suffix(64).lastIndex(where: { $0.id == id }) {
            result.dateRanges[index].add(list, location: location)
            return
        }
        guard result.dateRanges.count < limits.entries else { throw ManifestError(.tooLarge, "too many date ranges") }
        var range = DateRange(id: id)
        range.add(list, location: location)
        result.dateRanges.append(range)
    }

    func resource(_ text: String) throws(ManifestError) -> ResourceReference {
        guard let resource = location.resolve(text) else { throw ManifestError(.forbiddenReference, text) }
        return resource
    }
}

struct PendingSegment {
    var duration: MediaTime?
    var range: PendingRange?
    var isGap = false
    var programDateTime: UTCTime?
    var cue: SegmentCue?
    var parts: [PartialSegment] = []

    /// Reads `4.004,title`. Ignores an invalid number: the target duration is a better estimate.
    mutating func setDuration(_ value: Substring) {
        let number = value.prefix { $0 != "," }
        guard let time = ExactTime.decimal(String(number).withoutBlanks), time >= .zero else { return }
        duration = time
    }
}

extension String {
    var withoutBlanks: String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension StartPoint {
    init?(_ list: AttributeList) {
        guard let offset = list.time("TIME-OFFSET") else { return nil }
        self.init(offset: offset, isPrecise: list.flag("PRECISE"))
    }
}

extension ServerControl {
    init(_ list: AttributeList) {
        canBlockReload = list.flag("CAN-BLOCK-RELOAD")
        canSkipUntil = list.time("CAN-SKIP-UNTIL")
        canSkipDateRanges = list.flag("CAN-SKIP-DATERANGES")
        holdBack = list.time("HOLD-BACK")
        partHoldBack = list.time("PART-HOLD-BACK")
    }
}
