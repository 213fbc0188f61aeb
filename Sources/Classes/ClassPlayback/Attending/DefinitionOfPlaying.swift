import PlayCore
import PlaybackModel

/// The parts of a snapshot that determine the definition and whether there is a picture.
struct DefinitionOfPlaying: Equatable {
    let videoTrack: Int?
    let definition: Int?
    let selection: SourceSelection?
    let trackCount: Int
    let isOpen: Bool

    init(_ snapshot: PlaybackSnapshot) {
        videoTrack = snapshot.videoTrack
        definition = snapshot.stream?.definition
        selection = snapshot.selection
        trackCount = snapshot.tracks.count
        isOpen = [.ready, .playing, .paused, .stalled, .reachEnd].contains(snapshot.status)
    }
}
