import Encoding
import PlayCore

extension MediaPlaylistParser {
    /// - Throws: `.tooLarge`, `.forbiddenReference`.
    mutating func addSegment(_ text: String) throws(ManifestError) {
        guard segments.count + partCount < limits.segments else { throw ManifestError(.tooLarge, "too many segments") }
        let resource = try resource(text)
        var segment = segment(of: resource, duration: pending.duration ?? targetDuration ?? .zero)
        // Each duration is far below the limit, but their sum may exceed it.
        guard segment.start < ExactTime.limit else { throw ManifestError(.tooLarge, "too long") }
        segment.range = range(pending.range, in: resource, after: lastSegmentRange)
        lastSegmentRange = segment.range.map { (resource, $0) }
        segments.append(segment)
        pending = PendingSegment()
        if !hasKeyTag { result.skip?.keylessCount = segments.count }
        if !hasMapTag { result.skip?.maplessCount = segments.count }
    }

    private func segment(of resource: ResourceReference, duration: MediaTime) -> Segment {
        var segment = Segment(
            number: result.mediaSequence + Int64(result.skip?.count ?? 0) + Int64(segments.count),
            start: segments.last?.end ?? .zero, duration: duration, resource: resource, discontinuity: discontinuity)
        segment.initSection = initSection
        segment.tiles = tiles
        segment.key = key
        segment.isGap = pending.isGap
        segment.programDateTime = pending.programDateTime
        segment.cue = pending.cue
        segment.parts = placed(pending.parts, from: segment.start)
        return segment
    }

    mutating func addPart(_ list: AttributeList) throws(ManifestError) {
        guard let text = list["URI"], let duration = list.time("DURATION"), duration >= .zero else { return }
        guard segments.count + partCount < limits.segments else { throw ManifestError(.tooLarge, "too many parts") }
        let length = pending.parts.reduce(duration) { $0 + $1.duration }
        guard length >= .zero, length <= ExactTime.limit else { throw ManifestError(.tooLarge, "too long") }
        partCount += 1
        let resource = try resource(text)
        let range = range(list.range("BYTERANGE"), in: resource, after: lastPartRange)
        lastPartRange = range.map { (resource, $0) }
        pending.parts.append(
            PartialSegment(
                start: .zero, duration: duration, resource: resource, range: range,
                isIndependent: list.flag("INDEPENDENT"), isGap: list.flag("GAP")))
    }

    private func placed(_ parts: [PartialSegment], from start: MediaTime) -> [PartialSegment] {
        var time = start
        return parts.map { part in
            var part = part
            part.start = time
            time = time + part.duration
            return part
        }
    }

    /// An omitted offset continues the previous range of the same resource, or starts at the beginning of another one.
    private func range(
        _ wanted: PendingRange?, in resource: ResourceReference,
        after last: (resource: ResourceReference, range: ByteRange)?
    ) -> ByteRange? {
        wanted.map { $0.after(last?.resource == resource ? last?.range : nil) }
    }

    /// The key to use: preferably one that this player supports.
    private var key: SegmentKey? {
        keys["identity"] ?? keys.min { $0.key < $1.key }?.value
    }

    mutating func setKey(_ list: AttributeList) throws(ManifestError) {
        hasKeyTag = true
        guard let method = list["METHOD"], method != "NONE" else {
            keys = [:]
            return
        }
        let format = list["KEYFORMAT"] ?? "identity"
        guard keys.count < 16 || keys[format] != nil else { throw ManifestError(.tooLarge, "too many keys at once") }
        keys[format] = SegmentKey(list, method: method, format: format, location: location)
    }

    mutating func setMap(_ list: AttributeList) throws(ManifestError) {
        guard let text = list["URI"] else { return }
        hasMapTag = true
        initSection = InitSection(
            resource: try resource(text), range: list.range("BYTERANGE").map { $0.after(nil) }, key: key)
    }

    private var openSegment: Segment? {
        guard let last = pending.parts.last else { return nil }
        var segment = segment(of: last.resource, duration: pending.parts.reduce(.zero) { $0 + $1.duration })
        segment.isComplete = false
        return segment
    }

    func playlist() -> MediaPlaylist {
        var result = result
        let longest = segments.map(\.duration).max() ?? .zero
        var dated = Calendar.filled(segments + [openSegment].compactMap(\.self))
        if openSegment != nil {
            result.openSegment = dated.popLast()
            if !hasKeyTag { result.skip?.keylessCount += 1 }
            if !hasMapTag { result.skip?.maplessCount += 1 }
        }
        result.list = SegmentList(
            segments: dated, targetDuration: targetDuration ?? longest, isEnded: isEnded,
            keepsAll: isKeptForGood || isEnded)
        return result
    }
}

extension SegmentKey {
    convenience init(_ list: AttributeList, method: String, format: String, location: ManifestLocation) {
        self.init(
            method: Method(method), resource: list["URI"].flatMap(location.resolveKey),
            explicitIV: list["IV"].flatMap { Hexadecimal.bytes($0, count: 16) }, format: format)
    }
}

enum Calendar {
    static func filled(_ segments: [Segment]) -> [Segment] {
        guard let first = segments.firstIndex(where: { $0.programDateTime != nil }) else { return segments }
        var result = segments
        for index in segments.indices.dropFirst(first + 1) where result[index].programDateTime == nil {
            result[index].programDateTime = result[index - 1].programDateTime.map { $0 + result[index - 1].duration }
        }
        for index in segments.indices.prefix(first).reversed() {
            result[index].programDateTime = result[index + 1].programDateTime.map { $0 + -result[index].duration }
        }
        return result
    }
}
