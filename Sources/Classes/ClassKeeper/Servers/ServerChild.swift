import CPlatform
import Glibc
import PlayCore
import Processes
package import Signalling

/// Starts, watches and stops a server as a child of this process. One thread.
package final class ServerChild {
    package struct Plan: Sendable {
        package var name: String
        package var command: [String]
        package var folder: String
        package var logPath: String
        /// On this machine. The server is ready when it listens at all of them.
        package var ports: [Int]
        package var isMissing: String

        fileprivate func notStarting() -> KeeperError { .server(tr("%1 does not start; see %2", name, logPath)) }
    }

    package let plan: Plan
    private let write: () throws(KeeperError) -> Void
    private var child: ChildProcess?
    /// For `poll`: becomes readable when the process ends. −1 without a process.
    package private(set) var ending: Int32 = -1
    private var started = HostTime.zero

    /// For a start. It limits only a server that hangs, because one that cannot start ends by itself.
    private static let patience = HostTime.seconds(60)
    /// Between two starts of a server that ends at once.
    private static let pause = HostTime.seconds(2)

    init(_ plan: Plan, write: @escaping () throws(KeeperError) -> Void) {
        self.plan = plan
        self.write = write
    }

    deinit { stop() }

    /// Blocks until the server listens at all of its ports.
    ///
    /// - Parameter cancel: a descriptor; −1 for none. When it becomes readable, the server is stopped.
    ///
    /// - Throws: `.portTaken` if another program listens at one of the ports, `.closed` if cancelled.
    package func start(cancel: Int32 = -1) throws(KeeperError) {
        try write()
        try launch()
        let deadline = SystemClock().now + Self.patience
        while true {
            let open = child.map { ListeningPorts.of($0.id) } ?? []
            let missing = plan.ports.filter { !open.contains($0) }
            if missing.isEmpty { return }
            let (isOver, isCancelled) = endsOrIsCancelled(cancel)
            let taken = takenPort(missing)
            guard isOver || isCancelled || taken != nil || SystemClock().now > deadline else { continue }
            stop()
            if isCancelled { throw .closed }
            throw taken.map { .portTaken($0) } ?? plan.notStarting()
        }
    }

    /// Waits up to 20 ms.
    private func endsOrIsCancelled(_ cancel: Int32) -> (isOver: Bool, isCancelled: Bool) {
        var entries = [ending, cancel].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&entries, 2, 20)
        return (entries[0].revents != 0, entries[1].revents != 0)
    }

    /// Returns the first port that another program uses. Some servers keep running without a port that they cannot
    /// open.
    private func takenPort(_ ports: [Int]) -> Int? {
        guard let child, let port = ports.first(where: FreePort.answers) else { return nil }
        // The server may have opened it since the last check.
        return ListeningPorts.of(child.id).contains(port) ? nil : port
    }

    package func startAgain() throws(KeeperError) {
        child?.wait()
        forget()
        let early = started + Self.pause - SystemClock().now
        // The sleep only paces the starts, since there is no event to wait for.
        if early > .zero { usleep(UInt32(early.nanoseconds / 1000)) }
        try launch()
    }

    package func restart(cancel: Int32 = -1) throws(KeeperError) {
        stop()
        try start(cancel: cancel)
    }

    package func stop() {
        guard let child else { return }
        defer { forget() }
        child.signalGroup(SIGTERM)
        Self.waitForEnd(ending)
        if child.end() == nil { child.killGroup() }
    }

    /// Blocks for up to five seconds. `process` is a pidfd.
    private static func waitForEnd(_ process: Int32) {
        var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 5000)
    }

    private func forget() {
        if ending >= 0 { close(ending) }
        ending = -1
        child = nil
    }

    private func launch() throws(KeeperError) {
        started = SystemClock().now
        var launch = ProgramLaunch(plan.command)
        // A group of its own, so that keys of our terminal do not end it before this process.
        launch.place = .ownGroup
        launch.output = .file(path: plan.folder + "/output", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        launch.errors = .sameAsOutput
        do throws(ProgramError) {
            let child = try launch.start()
            self.child = child
            ending = try child.openEnding()
            note(child.id)
        } catch {
            throw .server(error.cause == .notStarted(ENOENT) ? plan.isMissing : error.description)
        }
    }

    /// Writes the process ID for a later keeper. Prosody writes it only when it forks.
    private func note(_ id: Int32) {
        let path = Self.idPath(plan.folder)
        do throws(FileError) {
            try WholeFile.replace(path, with: Array("\(id)\n".utf8), draft: path + ".new")
        } catch {
            Log.shared.write(.warning, "keeper", error.description)
        }
    }

    private static func idPath(_ folder: String) -> String { folder + "/process" }

    /// Stops the server of a killed keeper, which still uses the ports. `folder` is ``Plan/folder``.
    package static func endLeftOver(in folder: String) {
        guard let id = Int32(text(idPath(folder)).filter(\.isNumber)), id > 1,
            text("/proc/\(id)/cmdline").contains(folder + "/")
        else { return }
        let process = pidfd_open(id, 0)
        guard process >= 0 else { return }
        defer { close(process) }
        for signal in [SIGTERM, SIGKILL] where kill(id, signal) == 0 { waitForEnd(process) }
    }

    private static func text(_ path: String) -> String {
        do throws(FileError) {
            return ByteText.text(try WholeFile.read(path, limit: 64 << 10, kind: .ready))
        } catch {
            return ""
        }
    }
}

extension ServerChild {
    package convenience init(_ prosody: ProsodyConfiguration) {
        let plan = Plan(
            name: "Prosody", command: prosody.command, folder: prosody.folder, logPath: prosody.logPath,
            ports: [prosody.ports.clients, prosody.ports.components],
            isMissing: tr("Prosody is not installed; on Debian: apt-get install prosody"))
        self.init(plan) { () throws(KeeperError) in
            do throws(ProsodyConfiguration.Failure) {
                try prosody.write()
            } catch {
                throw .server(error.description)
            }
        }
    }

    package static let janusName = "Janus"

    /// - Parameter outerAddress: returns the outer address at each start, if it may change.
    package convenience init(_ janus: JanusConfiguration, outerAddress: (() -> String?)? = nil) {
        let plan = Plan(
            name: Self.janusName, command: janus.command, folder: janus.folder, logPath: janus.logPath,
            ports: [janus.port],
            isMissing: tr("Janus is not installed; on Debian: apt-get install %1", "janus"))
        self.init(
            plan,
            writing: { () throws(FileError) in
                var janus = janus
                if let outerAddress { janus.outerAddress = outerAddress() }
                try janus.write()
            })
    }

    package convenience init(_ nginx: NginxConfiguration) {
        let plan = Plan(
            name: "nginx", command: nginx.command, folder: nginx.folder, logPath: nginx.logPath,
            ports: nginx.listening,
            isMissing: tr("nginx is not installed; on Debian: apt-get install %1", "nginx libnginx-mod-rtmp"))
        self.init(plan, writing: nginx.write)
    }

    private convenience init(_ plan: Plan, writing files: @escaping () throws(FileError) -> Void) {
        self.init(plan) { () throws(KeeperError) in
            do throws(FileError) { try files() } catch { throw .server(error.description) }
        }
    }
}
