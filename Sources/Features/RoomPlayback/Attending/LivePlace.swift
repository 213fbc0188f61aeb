import PlayCore
import Rooms

/// Where the viewer is in a class that is live. A value.
enum LivePlace {
    /// Where the class is.
    case edge
    /// The class stands still here. It goes on where it was, if that can be had, or at the edge.
    case paused(since: HostTime, catchesUp: Bool)
    /// Later than it happens, in its recording.
    case recording(LiveDetour)
    /// On the way back to the edge; the viewer was told why, or is to be told that it is there.
    case returning(isTold: Bool)

    /// It shows something else than what happens now.
    var isDelayed: Bool {
        switch self {
        case .edge, .returning: false
        case .paused, .recording: true
        }
    }

    /// What was seen stays until what follows it is there.
    var keepsView: Bool {
        switch self {
        case .edge, .paused: false
        case .recording, .returning: true
        }
    }

    var detour: LiveDetour? { if case .recording(let detour) = self { detour } else { nil } }
}

/// A class that is live while its recording is watched. A value.
struct LiveDetour {
    let live: any LiveRoomReading
    /// Of the class, as ``RoomCoordinator/location``.
    let location: String
    /// From where, in milliseconds since 1970 by the keeper's clock.
    let start: Int64
}
