import CPlatform
import Glibc
package import PlayCore

/// A line per event, in a file or the system's log. One thread.
package final class WatchLog {
    package enum Event: Sendable, Equatable {
        case entered
        case watched(String)
        case left
        case refused(String)
    }

    /// `nil` for the system's log.
    private let descriptor: Int32?
    private let viewer: String
    private let address: String
    private var count = 0

    /// The most lines of a session, so that a viewer cannot fill the disk by pressing keys.
    private static let mostLines = 2000

    /// - Parameter target: `syslog` or a path.
    package init(_ target: String, viewer: ViewerIdentity, address: String?) throws(FileError) {
        (self.viewer, self.address) = (viewer.logText, address ?? "unknown")
        if target == "syslog" {
            descriptor = nil
            return
        }
        let opened = ByteText.withCString(target) {
            tv_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard opened >= 0 else { throw FileError("open", errno, target) }
        descriptor = opened
    }

    deinit { if let descriptor { close(descriptor) } }

    package func write(_ event: Event) {
        count += 1
        guard count <= Self.mostLines else { return }
        let line = Self.line(event, viewer: viewer, address: address)
        guard let descriptor else { return Self.logToSystem(line) }
        let number = WholeFile.write(Array((Self.now + " " + line + "\n").utf8), to: descriptor)
        if number != 0 { Log.shared.write(.error, "kiosk", "watch log: \(String(cString: strerror(number)))") }
    }

    /// Returns `viewer="…" address="…" event=watch item="…"`, with names cleaned and quoted as in JSON.
    static func line(_ event: Event, viewer: String, address: String) -> String {
        let (name, item): (String, String?) =
            switch event {
            case .entered: ("enter", nil)
            case .watched(let item): ("watch", item)
            case .left: ("leave", nil)
            case .refused(let reason): ("refuse", reason)
            }
        let who = "viewer=\(quoted(viewer)) address=\(quoted(address)) event=\(name)"
        return item.map { who + " item=" + quoted($0) } ?? who
    }

    private static func quoted(_ text: String) -> String {
        "\"" + SafeText.phrase(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static var now: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return day + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    private static func logToSystem(_ line: String) {
        ("kiosk: " + line).withCString { text in withVaList([text]) { vsyslog(LOG_INFO, "%s", $0) } }
    }
}
