import Classes
import PlayCore

enum LivePlace {
    case edge
    /// The viewer has paused the class. Playback continues from the same place if a recording has it, or else live.
    case paused(since: HostTime, catchesUp: Bool)
    /// The viewer watches the recording of the class, later than live.
    case recording(LiveDetour)
    /// The viewer returns to live playback. `isAnnounced`: whether a message gave the reason; otherwise arrival is
    /// reported.
    case returning(isAnnounced: Bool)

    var isDelayed: Bool {
        switch self {
        case .edge, .returning: false
        case .paused, .recording: true
        }
    }

    /// Whether the old view stays until the next one is ready.
    var keepsView: Bool {
        switch self {
        case .edge, .paused: false
        case .recording, .returning: true
        }
    }

    var detour: LiveDetour? { if case .recording(let detour) = self { detour } else { nil } }
}

struct LiveDetour {
    let live: any LiveClassReading
    /// The location of the class, as in ``ClassCoordinator/location``.
    let location: String
    /// The time at which watching starts, in milliseconds since 1970 by the keeper's clock.
    let start: Int64
}
