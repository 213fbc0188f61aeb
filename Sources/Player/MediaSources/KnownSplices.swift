import Manifests
package import PlayCore

/// What a container has said of splices so far; whoever opens it once more hands it on. A value.
package struct KnownSplices: Sendable {
    private var log = SpliceLog()
    /// Parts that are adverts.
    package private(set) var marks: [RegionMark] = []

    package init() {}

    /// As ``SpliceLog/add(section:at:shift:)``.
    mutating func add(section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if log.add(section: section, at: place, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    /// As ``SpliceLog/add(_:inSegmentAt:shift:)``.
    mutating func add(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if log.add(message, inSegmentAt: start, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    /// Reading goes on elsewhere.
    mutating func jump(from place: MediaTime, to target: MediaTime) { log.jump(from: place, to: target) }
}
