import Manifests
package import PlayCore

/// The splices found in a container so far. They are passed on when the container is opened again.
package struct KnownSplices: Sendable {
    private var log = SpliceLog()
    /// The ranges of the adverts.
    package private(set) var marks: [RegionMark] = []

    package init() {}

    /// Adds a section, see ``SpliceLog/add(section:at:shift:)``.
    mutating func add(section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if log.add(section: section, at: place, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    /// Adds a message, see ``SpliceLog/add(_:inSegmentAt:shift:)``.
    mutating func add(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if log.add(message, inSegmentAt: start, shift: shift) { marks = AdvertMarks.marks(log.cues) }
    }

    /// Notes that reading continues at another place.
    mutating func jump(from place: MediaTime, to target: MediaTime) { log.jump(from: place, to: target) }
}
