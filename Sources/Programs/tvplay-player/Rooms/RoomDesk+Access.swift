import Addresses
import PlayCore
import Rooms
import TUI
import Transport

/// Who may attend (ROOM-03), and how long (ROOM-19, ROOM-34).
extension RoomDesk {
    /// Looked at once a minute at least: the clock of the machine may be set.
    private static let longestWait: Int64 = 60

    /// Leaves a class whose time is over.
    func expireIfDue(at now: HostTime) {
        guard let client, let end = client.session?.room.info.invalidTime else {
            expiry = nil
            return
        }
        guard expiry.map({ $0 <= now }) ?? true else { return }
        let seconds = WallTime.now.milliseconds / 1000
        client.expire(atSecondsSince1970: seconds)
        expiry = now + .seconds(Int(min(Self.longestWait, max(1, end - seconds + 1))))
    }
}
