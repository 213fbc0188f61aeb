package import XML

/// What something that happened in a room leads to. A value.
package struct KeeperOutcome: Sendable, Equatable {
    /// To be stored together, before anything is sent.
    package var writes: [ClassWrite] = []
    /// To be sent in this order.
    package var stanzas: [XMLElement] = []
    /// Connections that the media server is to end.
    package var cuts: [MediaCut] = []
    /// To be written into the recording, once it is stored.
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
