import Classes
import PlayCore

/// The check whether the time of the attended class is over.
struct AttendedEnd {
    /// The longest time between two checks, in seconds, since the machine's clock may be set.
    private static let longestWait: Int64 = 60

    /// The time of the next check, or `nil` if there is no class or it has no end.
    private(set) var nextLook: HostTime?

    /// Leaves a class whose time is over.
    mutating func look(at client: ClassClient?, now: HostTime) {
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
