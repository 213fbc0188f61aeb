package import XML

package struct KeeperOutcome: Sendable, Equatable {
    /// Writes to store together, before anything is sent.
    package var writes: [ClassWrite] = []
    package var stanzas: [XMLElement] = []
    package var cuts: [MediaCut] = []
    /// Steps of the recording, to perform once the writes are stored.
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
