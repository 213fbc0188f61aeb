import CPlatform
import Glibc
import Options
import PlayCore
import Playback

/// ARCH-10: one line for each lifecycle event (`--log-events`). Main thread.
final class EventLog {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let start = SystemClock().now

    /// - Throws: the system's word when the file cannot be written.
    init(_ target: EventLogTarget) throws(EventLogError) {
        switch target {
        case .standardError:
            descriptor = 2
            ownsDescriptor = false
        case .file(let path):
            descriptor = ByteText.withCString(path) {
                tv_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            }
            ownsDescriptor = true
            if descriptor < 0 { throw EventLogError(path: path, reason: String(cString: strerror(errno))) }
        }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// `seconds since the start`, `event`, `position`.
    func write(_ event: LifecycleEvent, at position: MediaTime) {
        let when = Self.milliseconds((SystemClock().now - start).nanoseconds)
        let line = "\(when) \(event.rawValue) position=\(Self.milliseconds(position.nanoseconds))\n"
        // A log that cannot be written has nobody to tell.
        _ = line.withCString { CPlatform.write(descriptor, $0, strlen($0)) }
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        let value = max(0, nanoseconds) / 1_000_000
        return "\(value / 1000)." + String(1000 + value % 1000).dropFirst()
    }
}

struct EventLogError: Error {
    let path: String
    let reason: String
}
