import CPlatform
import ClassKeeper
import Glibc
import Options
import PlayCore
import Processes
import Signalling

/// Waits for a signal that ends the keeper, and restarts its servers meanwhile. One thread.
struct KeeperWatch {
    /// The signal descriptor of ``KeeperProgram``.
    let signals: Int32
    private let manager = ServiceManager()

    init(signals: Int32) { self.signals = signals }

    /// Watches a running keeper: returns when a signal arrives, or a server cannot be restarted.
    ///
    /// - Parameter look: called every few seconds.
    func wait(
        _ keeper: Keeper, servers: [ServerChild] = [], look: (() throws(KeeperError) -> Void)? = nil
    ) {
        manager.notifyReady()
        wait(servers: servers, or: nil, every: look == nil ? nil : Self.interval) { () throws(KeeperError) in
            if keeper.isResponsive { manager.notifyAlive() }
            try look?()
        }
        manager.notifyStopping()
    }

    private static let interval = HostTime.seconds(3)

    /// Reports the start to systemd. A keeper that waits to take over counts as started.
    func beginStandingBy() { manager.notifyReady() }

    /// Waits for a keeper on another machine to end. Returns whether a signal arrived before `limit`.
    func standsBy(_ limit: HostTime) -> Bool {
        manager.notifyAlive()
        return endsWithin(limit)
    }

    /// Returns when a signal arrives, or `other` is signalled.
    func wait(or other: WakeUp) { wait(servers: [], or: other) {} }

    private func wait(
        servers: [ServerChild], or other: WakeUp?, every interval: HostTime? = nil,
        pulse: () throws(KeeperError) -> Void
    ) {
        let pause = HostTime.earlier(manager.pulse, interval)
        let patience = pause.map { Int32(clamping: $0.nanoseconds / 1_000_000) } ?? -1
        while true {
            do throws(KeeperError) {
                try pulse()
            } catch {
                // A signal during a server's start is still to be read.
                if error != .closed { return Output.warn(error.message + "\n") }
            }
            var entries = ([signals, other?.descriptor ?? -1] + servers.map(\.ending)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&entries, nfds_t(entries.count), patience) > 0 else { continue }
            if entries[0].revents != 0 || entries[1].revents != 0 { return }
            for (server, entry) in zip(servers, entries.dropFirst(2)) where entry.revents != 0 {
                Output.warn(
                    tr("%1 has ended by itself and is started again; see %2", server.plan.name, server.plan.logPath)
                        + "\n")
                do throws(KeeperError) {
                    try server.startAgain()
                } catch {
                    Output.warn(error.message + "\n")
                    return
                }
            }
        }
    }

    func endsWithin(_ limit: HostTime) -> Bool {
        var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: limit.nanoseconds / 1_000_000)) > 0
    }

    static func openLog(_ line: KeeperCommandLine) {
        let level = Log.Level.allCases.first { $0.name == line.text("log-level") } ?? .warning
        if line.text("log-format") == "json" { return Output.logObjects(level) }
        Log.shared.open(descriptor: STDERR_FILENO, level: level)
    }

    static func bytes(_ path: String) throws(KeeperError) -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.read(path, limit: 1 << 20)
        } catch {
            throw .server(tr("Cannot read %1: %2", ByteText.shown(path), error.reason))
        }
    }
}
