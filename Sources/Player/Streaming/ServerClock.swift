import Glibc
import Manifests
import PlayCore

/// Requests the time from servers (`UTCTiming`). Used on the `demux` thread.
struct ServerClock {
    private let access: ResourceAccess

    init(_ access: ResourceAccess) { self.access = access }

    func time(_ sources: [ClockSource]) -> UTCTime? {
        for source in sources {
            switch source {
            case .direct(let time): return time
            case .head(let resource): if let time = text(resource)?.date { return time }
            case .iso(let resource):
                let bytes = text(resource)?.bytes.prefix(64) ?? []
                let word = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
                if let time = word.flatMap({ UTCTime($0) }) { return time }
            }
        }
        return nil
    }

    private func text(_ resource: ResourceReference) -> ResourceAccess.Text? {
        do {
            return try access.text(resource)
        } catch {
            Log.shared.write(.info, "net", "the server's clock: \(error.code)")
            return nil
        }
    }
}

extension UTCTime {
    /// Returns the more exact time. A server's whole seconds are up to 1 s late, so our time within that is better.
    func refined(by own: UTCTime) -> UTCTime {
        let isWhole = nanoseconds % 1_000_000_000 == 0
        return isWhole && (MediaTime.zero..<(.seconds(1))).contains(own - self) ? own : self
    }
}

enum WallClock {
    static var now: UTCTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
