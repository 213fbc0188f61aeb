import Classes
import PlayCore

enum LivePlace {
    case edge
    /// The viewer has paused the class. Playback continues from there if a recording has that moment, and otherwise
    /// live.
    case paused(since: HostTime, catchesUp: Bool)
    case recording(LiveDetour)
    /// `isAnnounced` says whether a message gave the reason; if not, the arrival is reported.
    case returning(isAnnounced: Bool)

    var isDelayed: Bool {
        switch self {
        case .edge, .returning: false
        case .paused, .recording: true
        }
    }

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
    let location: String
    let start: Int64
}
