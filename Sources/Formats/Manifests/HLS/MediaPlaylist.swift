package import PlayCore

package struct MediaPlaylist: Sendable, Equatable {
    package var list = SegmentList()
    package var version = 1
    /// The number of the first segment, including skipped ones.
    package var mediaSequence: Int64 = 0
    package var isIndependent = false
    package var isIFramesOnly = false
    package var isImagesOnly = false
    package var start: StartPoint?
    package var serverControl = ServerControl()
    /// Low latency: maximum length of a part, or `nil` if there are no parts.
    package var partTarget: MediaTime?
    /// Low latency: the incomplete segment with its parts so far, or `nil`.
    package var openSegment: Segment?
    package var preloadHints: [PreloadHint] = []
    package var renditionReports: [RenditionReport] = []
    package var dateRanges: [DateRange] = []
    /// Only in a delta update that has not been merged.
    package var skip: SkippedSegments?

    /// Why it cannot be played, or `nil` if it can. Some segments may be playable nevertheless.
    package var protection: ContentProtection? {
        for segment in list.segments {
            if let protection = segment.key?.protection { return protection }
        }
        return nil
    }

    /// Live: the start's distance from the end (RFC 8216bis, 4.4.3.8). The server's value, else three target durations.
    package var holdBack: MediaTime {
        serverControl.holdBack ?? MediaTime(nanoseconds: list.targetDuration.nanoseconds.multipliedSaturated(by: 3))
    }

    package var listWithParts: SegmentList {
        var result = list
        if let openSegment { result.segments.append(openSegment) }
        return result
    }

    /// How far from the end playback starts if parts are read (RFC 8216bis, 4.4.3.8): at least two parts, at most
    /// ``holdBack``. `nil` without parts, or if the server does not block requests.
    package var partHoldBack: MediaTime? {
        guard !list.isEnded, serverControl.canBlockReload, let partTarget, partTarget > .zero,
            partTarget <= list.targetDuration, openSegment != nil || list.segments.last?.parts.isEmpty == false
        else { return nil }
        let least = partTarget + partTarget
        return min(max(serverControl.partHoldBack ?? least + partTarget, least), holdBack)
    }

    /// The first unlisted part: its segment's number, and its index from 0.
    package var nextPart: (segment: Int64, part: Int) {
        if let openSegment { return (openSegment.number, openSegment.parts.count) }
        return ((list.segments.last?.number ?? mediaSequence - 1) + 1, 0)
    }

    package func reaches(segment: Int64, part: Int) -> Bool {
        list.isEnded || nextPart.segment > segment || (nextPart.segment == segment && nextPart.part > part)
    }

    /// Where playback starts: `EXT-X-START`, else the beginning or, live, ``holdBack`` before the end.
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

/// The server's abilities (`EXT-X-SERVER-CONTROL`).
package struct ServerControl: Sendable, Equatable {
    /// Whether it blocks a request until the requested segment or part exists.
    package var canBlockReload = false
    /// The distance before the end beyond which delta updates omit segments, or `nil` without delta updates.
    package var canSkipUntil: MediaTime?
    package var canSkipDateRanges = false
    package var holdBack: MediaTime?
    package var partHoldBack: MediaTime?
}

package struct PreloadHint: Sendable, Equatable {
    /// Whether the resource is a part; otherwise it is an initialisation section.
    package let isPart: Bool
    package let resource: ResourceReference
    package let range: ByteRange?
}

/// The state of another rendition (`EXT-X-RENDITION-REPORT`).
package struct RenditionReport: Sendable, Equatable {
    package let resource: ResourceReference
    package let lastSequence: Int64?
    package let lastPart: Int64?
}

/// The segments that a delta update leaves out (`EXT-X-SKIP`).
package struct SkippedSegments: Sendable, Equatable {
    package let count: Int
    package let removedDateRanges: [String]
    /// The update's segments before its first key and `EXT-X-MAP`, which inherit those of the last skipped one.
    package var keylessCount: Int
    package var maplessCount: Int
    package let firstDiscontinuity: Int
}
