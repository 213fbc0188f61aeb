import PlayCore
import Rooms

/// How long a class may be attended. A value.
struct AttendedEnd {
    /// Looked at once a minute at least: the clock of the machine may be set.
    private static let longestWait: Int64 = 60

    /// When to look again; nil: the class has no end, or there is none.
    private(set) var nextLook: HostTime?

    /// Leaves a class whose time is over.
    mutating func look(at client: RoomClient?, now: HostTime) {
        guard let client, let end = client.session?.room.info.invalidTime else {
            nextLook = nil
            return
        }
        guard nextLook.map({ $0 <= now }) ?? true else { return }
        let seconds = WallTime.now.milliseconds / 1000
        client.expire(atSecondsSince1970: seconds)
        nextLook = now + .seconds(Int(min(Self.longestWait, max(1, end - seconds + 1))))
    }
}
