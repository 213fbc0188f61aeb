import CPlatform
import Glibc
package import PlayCore

/// Notifications for systemd (sd_notify(3)). Without effect unless systemd started this service. One thread.
package struct ServiceManager {
    private let address: UnixAddress?
    private let credentials: String?
    /// The interval of watchdog notifications, half of the unit's limit, or `nil` if none are required.
    package let pulse: HostTime?

    package static let socketVariable = "NOTIFY_SOCKET"

    package init(_ environment: (String) -> String? = ProcessEnvironment.text) {
        let path = environment(Self.socketVariable) ?? ""
        address = path.isEmpty ? nil : UnixAddress(path)
        credentials = environment("CREDENTIALS_DIRECTORY")
        // systemd names the process, because children inherit the environment.
        let isMeant = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap { Int($0) } ?? 0
        pulse = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Returns the path of a credential of the unit (`LoadCredential=`), or `nil` if it is missing or unreadable.
    package func credential(_ name: String) -> String? {
        credentials.map { $0 + "/" + name }.flatMap { path in
            ByteText.withCString(path) { access($0, R_OK) } == 0 ? path : nil
        }
    }

    /// Reports that the service is ready: dependent units may start.
    package func notifyReady() { notify("READY=1") }

    package func notifyAlive() {
        if pulse != nil { notify("WATCHDOG=1", isNeeded: false) }
    }

    package func notifyStopping() { notify("STOPPING=1") }

    /// Drops the message if systemd does not accept it at once, or within a second if `isNeeded`.
    private func notify(_ message: String, isNeeded: Bool = true) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        guard address.connect(descriptor) else {
            Log.shared.write(.warning, "service", "systemd cannot be reached: errno \(errno)")
            return
        }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
        _ = message.utf8CString.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count - 1, Int32(isNeeded ? MSG_NOSIGNAL : MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }
}
