import Classes
import PlayCore

/// Checks whether the validity of the attended class has ended.
struct AttendedEnd {
    /// The most seconds between two checks, because the machine's clock may be set.
    private static let longestWait: Int64 = 60

    private(set) var nextLook: HostTime?

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
