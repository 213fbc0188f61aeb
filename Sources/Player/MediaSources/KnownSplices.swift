import Manifests
package import PlayCore

/// The splices found in a container so far, kept when the container is opened again.
package struct KnownSplices: Sendable {
    private var log = SpliceLog()
    package private(set) var marks: [RegionMark] = []

    package init() {}

    mutating func add(section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if log.add(section: section, at: place, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    mutating func add(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if log.add(message, inSegmentAt: start, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    mutating func jump(from place: MediaTime, to target: MediaTime) { log.jump(from: place, to: target) }
}
