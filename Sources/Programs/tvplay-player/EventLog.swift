import CPlatform
import Glibc
import Options
import PlayCore
import PlaybackModel

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
    func write(_ event: LifecycleEvent, at position: MediaTime) { write(event.rawValue, at: position) }

    /// ADV-20: the same, with the number of the track. Texts and addresses stay out of logs.
    func writeAdded(track: Int, at position: MediaTime) {
        write("onSubtitleExtAdded", at: position, " track=\(track)")
    }

    func writeHeader(track: Int, at position: MediaTime) { write("onSubtitleHeader", at: position, " track=\(track)") }

    /// …and of the line.
    func write(_ change: SubtitleChange, at position: MediaTime) {
        switch change {
        case .show(let track, let id, _): write("onSubtitleShow", at: position, " track=\(track) id=\(id)")
        case .hide(let track, let id): write("onSubtitleHide", at: position, " track=\(track) id=\(id)")
        }
    }

    func writeCapture(at position: MediaTime) { write("onCaptureScreen", at: position) }

    private func write(_ name: String, at position: MediaTime, _ rest: String = "") {
        let when = Self.milliseconds((SystemClock().now - start).nanoseconds)
        let line = "\(when) \(name) position=\(Self.milliseconds(position.nanoseconds))\(rest)\n"
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
