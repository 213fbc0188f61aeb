import Glibc
import Options
import PlayCore

/// What systemd, which has started this program as a service, wants to know of it (sd_notify(3)). Does nothing where something
/// else has started it. One thread.
struct ServiceManager {
    private let address: UnixAddress?
    private let credentials: String?
    /// How often systemd has to hear that the program works: half of what the unit allows; nil: never.
    let pulse: HostTime?

    /// - Parameter environment: of the process.
    init(_ environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
        address = environment("NOTIFY_SOCKET").flatMap(UnixAddress.init)
        credentials = environment("CREDENTIALS_DIRECTORY")
        // systemd names the process, since children inherit the environment.
        let isMeant = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap { Int($0) } ?? 0
        pulse = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Where the service's unit has put a file of `/etc/tvplay-keeper` (`LoadCredential=`); nil: there is none.
    func credential(_ name: String) -> String? {
        credentials.map { $0 + "/tvplay_" + name }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    }

    /// Classes are open: what waits for this service may start.
    func tellReady() { tell("READY=1") }

    /// The program works. Where systemd does not watch it, this does nothing.
    func tellAlive() {
        if pulse != nil { tell("WATCHDOG=1") }
    }

    func tellStopping() { tell("STOPPING=1") }

    /// A message that systemd does not take is lost: it then acts as if none had come.
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
    /// The file that an option names, else the one that the service's unit has for it.
    func file(_ option: String) -> String? {
        let manager = ServiceManager()
        return given(option) ?? manager.credential(option) ?? manager.credential(option + ".pem")
    }
}
