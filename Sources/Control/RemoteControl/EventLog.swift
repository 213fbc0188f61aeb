import CPlatform
import Encoding
import Glibc
package import PlayCore
package import PlaybackModel

/// One line for each lifecycle event (`--log-events`). Main thread.
package final class EventLog {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let start = SystemClock().now

    /// - Parameter path: the file, or `nil` for standard error.
    /// - Throws: the system's message if the file cannot be written.
    package init(path: String?) throws(EventLogError) {
        guard let path else {
            // While the screen is shown, descriptor 2 is redirected.
            let copy = tv_duplicate_above(2, 3)
            (descriptor, ownsDescriptor) = copy >= 0 ? (copy, true) : (2, false)
            return
        }
        ownsDescriptor = true
        descriptor = ByteText.withCString(path) { tv_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
        if descriptor < 0 { throw EventLogError(path: path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Writes the seconds since the start, the event and the position.
    package func write(_ event: LifecycleEvent, at position: MediaTime) { write(event.rawValue, at: position) }

    /// Texts and addresses stay out of logs.
    package func writeAdded(track: Int, at position: MediaTime) {
        write("onSubtitleExtAdded", at: position, " track=\(track)")
    }

    package func writeHeader(track: Int, at position: MediaTime) {
        write("onSubtitleHeader", at: position, " track=\(track)")
    }

    package func write(_ change: SubtitleChange, at position: MediaTime) {
        switch change {
        case .show(let track, let id, _): write("onSubtitleShow", at: position, " track=\(track) id=\(id)")
        case .hide(let track, let id): write("onSubtitleHide", at: position, " track=\(track) id=\(id)")
        }
    }

    /// Quotes an author's text and escapes control characters.
    package func write(_ point: CuePoint, isSkipped: Bool) {
        func json(_ value: JSONValue) -> String { String(decoding: value.shown.bytes, as: UTF8.self) }
        let metadata = json(.object(sorting: point.metadata.mapValues(JSONValue.string)))
        write(
            isSkipped ? "cue-point-skipped" : "cue-point", at: point.time,
            " name=\(json(.string(point.title ?? ""))) kind=\(point.kind.rawValue) metadata=\(metadata)")
    }

    /// Addresses stay out of logs.
    package func write(_ event: AdvertEvent, at position: MediaTime) {
        write(event.name, at: position, event.fields.map { " \($0.name)=\($0.value)" }.joined())
    }

    package func writeCapture(at position: MediaTime) { write("onCaptureScreen", at: position) }

    private func write(_ name: String, at position: MediaTime, _ rest: String = "") {
        let when = Self.milliseconds((SystemClock().now - start).nanoseconds)
        let line = "\(when) \(name) position=\(Self.milliseconds(position.nanoseconds))\(rest)\n"
        _ = line.withCString { CPlatform.write(descriptor, $0, strlen($0)) }
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        let value = max(0, nanoseconds) / 1_000_000
        return "\(value / 1000)." + String(1000 + value % 1000).dropFirst()
    }
}

package struct EventLogError: Error {
    package let path: String
    package let reason: String
}
