package import XML

package struct KeeperOutcome: Sendable, Equatable {
    package var writes: [ClassWrite] = []
    package var stanzas: [XMLElement] = []
    package var cuts: [MediaCut] = []
    package var recording: [RecordingStep] = []

    package init() {}

    init(_ stanzas: [XMLElement]) { self.stanzas = stanzas }

    mutating func add(_ other: Self) {
        writes += other.writes
        stanzas += other.stanzas
        cuts += other.cuts
        recording += other.recording
    }
}
