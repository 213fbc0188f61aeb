import Glibc
import Options
import PlayCore

/// Notifications for systemd (sd_notify(3)); no effect unless it started this program as a service. One thread.
struct ServiceManager {
    private let address: UnixAddress?
    private let credentials: String?
    /// The interval of notifications that the program works, half of the unit's limit, or `nil` if none are required.
    let pulse: HostTime?

    init(_ environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
        address = environment("NOTIFY_SOCKET").flatMap(UnixAddress.init)
        credentials = environment("CREDENTIALS_DIRECTORY")
        // systemd names the process, because children inherit the environment.
        let isMeant = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap { Int($0) } ?? 0
        pulse = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Returns where the unit has put a file of `/etc/tvplay-keeper` (`LoadCredential=`), or `nil`.
    func credential(_ name: String) -> String? {
        credentials.map { $0 + "/tvplay_" + name }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    }

    /// Reports that classes are open: units that wait for this service may start.
    func tellReady() { tell("READY=1") }

    /// Reports that the program works. Does nothing if systemd does not watch it.
    func tellAlive() {
        if pulse != nil { tell("WATCHDOG=1") }
    }

    func tellStopping() { tell("STOPPING=1") }

    /// Sends a message. A message that systemd does not accept is lost, as if it had not been sent.
    private func tell(_ message: String) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        guard address.connect(descriptor) else {
            Log.shared.write(.warning, "keeper", "systemd cannot be reached: errno \(errno)")
            return
        }
        _ = message.utf8CString.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count - 1, Int32(MSG_NOSIGNAL))
        }
    }
}

extension KeeperCommandLine {
    /// Returns the file that an option names, else the service unit's file for it.
    func file(_ option: String) -> String? {
        let manager = ServiceManager()
        return given(option) ?? manager.credential(option) ?? manager.credential(option + ".pem")
    }
}
