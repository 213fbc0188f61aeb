package import PlayCore

/// A media playlist as it was read. A value.
package struct MediaPlaylist: Sendable, Equatable {
    package var list = SegmentList()
    package var version = 1
    /// The number of the first segment, those that were skipped counted.
    package var mediaSequence: Int64 = 0
    /// Each segment begins with a picture that needs no other.
    package var isIndependent = false
    /// Segments are single key frames.
    package var isIFramesOnly = false
    /// Segments are still pictures, in tiles.
    package var isImagesOnly = false
    package var start: StartPoint?
    package var serverControl = ServerControl()
    /// Low latency: no part is longer. Nil: there are no parts.
    package var partTarget: MediaTime?
    /// Low latency: the segment that is not complete yet, with the parts that it has so far, or `nil` if there is none.
    package var openSegment: Segment?
    package var preloadHints: [PreloadHint] = []
    package var renditionReports: [RenditionReport] = []
    /// In the order of their first tags.
    package var dateRanges: [DateRange] = []
    /// Only in a delta update that was not merged yet.
    package var skip: SkippedSegments?

    /// Why it cannot be played; nil when it can. Some of its segments may.
    package var protection: ContentProtection? {
        for segment in list.segments {
            if let protection = segment.key?.protection { return protection }
        }
        return nil
    }

    /// Live: how far from the end playing begins (RFC 8216bis, 4.4.3.8): what the server asks for, else three target
    /// durations.
    package var holdBack: MediaTime {
        serverControl.holdBack ?? MediaTime(nanoseconds: list.targetDuration.nanoseconds.multipliedSaturated(by: 3))
    }

    /// The segments, and behind them the one that is not complete yet.
    package var listWithParts: SegmentList {
        var result = list
        if let openSegment { result.segments.append(openSegment) }
        return result
    }

    /// How far from the end playing begins where parts are read (RFC 8216bis, 4.4.3.8): at least two parts, at most
    /// ``holdBack``. Returns `nil` if there are no parts, or the server does not hold requests back.
    package var partHoldBack: MediaTime? {
        guard !list.isEnded, serverControl.canBlockReload, let partTarget, partTarget > .zero,
            partTarget <= list.targetDuration, openSegment != nil || list.segments.last?.parts.isEmpty == false
        else { return nil }
        let least = partTarget + partTarget
        return min(max(serverControl.partHoldBack ?? least + partTarget, least), holdBack)
    }

    /// The part that is not listed yet and comes next: the number of its segment, and which of its parts, from 0.
    package var nextPart: (segment: Int64, part: Int) {
        if let openSegment { return (openSegment.number, openSegment.parts.count) }
        return ((list.segments.last?.number ?? mediaSequence - 1) + 1, 0)
    }

    /// Whether a part is listed, or one behind it.
    package func reaches(segment: Int64, part: Int) -> Bool {
        list.isEnded || nextPart.segment > segment || (nextPart.segment == segment && nextPart.part > part)
    }

    /// Where playing begins: `EXT-X-START`, else the beginning or, live, ``holdBack`` before the end.
    package var startTime: MediaTime {
        guard let window = list.window else { return .zero }
        let wanted: MediaTime
        if let start {
            wanted = start.offset < .zero ? window.end + start.offset : window.start + start.offset
        } else {
            wanted = list.isEnded ? window.start : window.end - holdBack
        }
        return wanted.clamped(to: window.start...window.end)
    }

    /// What is played when the user opened this playlist itself.
    package var presentation: Presentation {
        var result = Presentation()
        result.isLive = !list.isEnded
        result.duration = list.isEnded ? list.duration : nil
        result.start = start
        let kind: Rendition.Kind = isImagesOnly ? .thumbnails : isIFramesOnly ? .iframes : .muxed
        var rendition = Rendition(id: "0", kind: kind)
        rendition.protection = protection
        rendition.sources = [RenditionSource(pathway: nil, content: .list(list))]
        result.renditions = [rendition]
        return result
    }
}

/// What the server can do (`EXT-X-SERVER-CONTROL`). A value.
package struct ServerControl: Sendable, Equatable {
    /// Holds a request back until the segment or part that it asks for is there.
    package var canBlockReload = false
    /// Delta updates leave out what is older than this before the end; nil: it has none.
    package var canSkipUntil: MediaTime?
    package var canSkipDateRanges = false
    package var holdBack: MediaTime?
    package var partHoldBack: MediaTime?
}

/// What will be asked for next (`EXT-X-PRELOAD-HINT`). A value.
package struct PreloadHint: Sendable, Equatable {
    /// A part, else an initialisation section.
    package let isPart: Bool
    package let resource: ResourceReference
    package let range: ByteRange?
}

/// How far another rendition is (`EXT-X-RENDITION-REPORT`). A value.
package struct RenditionReport: Sendable, Equatable {
    package let resource: ResourceReference
    package let lastSequence: Int64?
    package let lastPart: Int64?
}

/// What a delta update leaves out (`EXT-X-SKIP`). A value.
package struct SkippedSegments: Sendable, Equatable {
    package let count: Int
    package let removedDateRanges: [String]
    /// How many of the update's own segments stand before its first key, and before its first `EXT-X-MAP`: theirs are
    /// those of the last segment left out.
    package var keylessCount: Int
    package var maplessCount: Int
    /// The discontinuity sequence that counting began with.
    package let firstDiscontinuity: Int
}
