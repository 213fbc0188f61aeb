package import PlayCore

/// The rules for a rendition's segments. Lists are created on demand: a day of live television has 43 000 segments.
package struct DASHTimeline: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        let start: MediaTime
        let end: MediaTime?
        let representationID: String
        let bandwidth: Int64
        let information: SegmentInformation
        let bases: [BaseAddress]
        let protection: ContentProtection?
        var encryption: SegmentEncryption?
        /// Whether its index is `Cues`.
        var isWebM = false
        var index: SegmentIndex?
    }

    package struct IndexRequest: Sendable, Equatable {
        package let part: Int
        package let resource: ResourceReference
        package let range: ByteRange
        /// The part of the file that precedes the index and is needed to read it, or `nil`.
        package let head: ByteRange?
    }

    var parts: [Part]
    /// Index of the CDN entry.
    let base: Int
    package let live: LiveTiming?
    let limits: ManifestLimits

    package var indexRequests: [IndexRequest] {
        parts.indices.compactMap { index in
            guard parts[index].needsIndex, parts[index].index == nil, let resource = parts[index].file(base),
                let range = parts[index].information.indexRange
            else { return nil }
            let head = parts[index].isWebM ? parts[index].head(before: range) : nil
            return IndexRequest(part: index, resource: resource, range: range, head: head)
        }
    }

    package mutating func supply(_ index: SegmentIndex, for request: IndexRequest) {
        guard parts.indices.contains(request.part) else { return }
        parts[request.part].index = index
    }

    /// Returns whether the bytes are a valid index. `head` contains the bytes of ``IndexRequest/head``.
    package mutating func supply(_ bytes: [UInt8], head: [UInt8]?, for request: IndexRequest) -> Bool {
        let offset = request.range.offset
        let index =
            head.map { SegmentIndex.parse(cues: bytes, head: $0, at: offset) } ?? SegmentIndex.parse(bytes, at: offset)
        guard let index else { return false }
        supply(index, for: request)
        return true
    }

    /// Returns the segments available at an instant, or all segments if the stream is not live.
    ///
    /// - Parameter now: the server's time, or `nil` to estimate it from the manifest, which is right only just after it
    ///   was read.
    /// - Throws: `.tooLarge`, `.forbiddenReference`, and `.unsupported` for an index of indexes and a missing index.
    package func list(at now: UTCTime?) throws(ManifestError) -> SegmentList {
        let instant = live.map { now ?? $0.manifestTime }
        let window = live.flatMap { live in instant.map { live.window(at: $0) } }
        var list = SegmentList(isEnded: isEnded(at: instant), keepsAll: live?.timeShiftDepth == nil)
        list.hasAbsoluteTimes = true
        for part in parts {
            var builder = DASHSegments(part: part, base: base, live: live, now: instant, window: window)
            list.segments += try builder.segments(atMost: limits.segments - list.segments.count)
        }
        list.targetDuration = list.segments.map(\.duration).max() ?? .zero
        return list
    }

    /// Whether segments can be requested before they are complete. They then arrive as they are produced.
    package var isChunked: Bool { live != nil && parts.last?.availabilityOffset(base).map { $0 > .zero } == true }

    /// Returns the presentation time at which the segment after the last listed one becomes available, if known.
    package func availability(after list: SegmentList) -> MediaTime? {
        guard let last = list.segments.last, let early = parts.last?.availabilityOffset(base) else { return nil }
        return last.end + last.duration - early
    }

    /// Whether the clock determines its segments, so that the manifest need not be read again.
    package var followsClock: Bool {
        live != nil && parts.contains { $0.information.timeline == nil && $0.information.duration != nil }
    }

    private func isEnded(at now: UTCTime?) -> Bool {
        guard let live, let now else { return true }
        guard let end = live.end else { return false }
        return now - live.availabilityStart >= end
    }
}

extension DASHTimeline.Part {
    var needsIndex: Bool { information.kind == .base && information.indexRange != nil }

    /// Returns the bytes before the index: a WebM's `Info` precedes all long elements.
    func head(before index: ByteRange) -> ByteRange {
        information.initializationRange ?? ByteRange(offset: 0, length: min(index.offset, 64 << 10))
    }

    /// Returns the file whose name is only a `BaseURL`.
    func file(_ base: Int) -> ResourceReference? { location(base).flatMap { $0.resolve("") } }

    /// Returns how long before its end a segment can be requested, or `nil` for any time.
    func availabilityOffset(_ base: Int) -> MediaTime? {
        guard let outer = bases.isEmpty ? .zero : bases[min(base, bases.count - 1)].availabilityOffset else {
            return nil
        }
        return information.availabilityOffset.map { outer + $0 }
    }

    /// Returns `nil` if there is no such CDN entry: parts may have fewer than the first.
    func location(_ base: Int) -> ManifestLocation? {
        bases.isEmpty ? nil : bases[min(base, bases.count - 1)].location
    }
}

extension LiveTiming {
    var manifestTime: UTCTime {
        for case .direct(let time) in clocks { return time }
        return publishTime ?? availabilityStart
    }
}
