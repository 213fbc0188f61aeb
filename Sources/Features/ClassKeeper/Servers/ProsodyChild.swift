import CPlatform
import Glibc
import Localization
import PlayCore
import Processes
package import Signalling

/// Prosody as a child of this process: started, watched, ended. One thread.
package final class ProsodyChild {
    package let configuration: ProsodyConfiguration
    private var child: ChildProcess?
    /// Readable once it has ended, for `poll`; −1 while there is none.
    package private(set) var ending: Int32 = -1
    /// Of the last start.
    private var started = HostTime.zero

    private static let patience = HostTime.seconds(20)
    /// Between starts of one that ends at once.
    private static let pause = HostTime.seconds(2)

    package init(_ configuration: ProsodyConfiguration) { self.configuration = configuration }

    deinit { stop() }

    /// Writes what it reads, and waits until it answers.
    package func start() throws(KeeperError) {
        do throws(ProsodyConfiguration.Failure) {
            try configuration.write()
        } catch {
            throw .server(error.description)
        }
        try launch()
        let deadline = SystemClock().now + Self.patience
        let ports = [configuration.ports.clients, configuration.ports.components]
        while !ports.allSatisfy(FreePort.answers) {
            guard child?.end() == nil, SystemClock().now < deadline else {
                stop()
                throw .server(tr("Prosody does not start; see %1", configuration.logPath))
            }
            usleep(20_000)
        }
    }

    /// After it has ended by itself. What it says stands in its log.
    package func startAgain() throws(KeeperError) {
        child?.wait()
        forget()
        let early = started + Self.pause - SystemClock().now
        if early > .zero { usleep(UInt32(early.nanoseconds / 1000)) }
        try launch()
    }

    package func stop() {
        guard let child else { return }
        self.child = nil
        defer { forget() }
        child.signalGroup(SIGTERM)
        let deadline = SystemClock().now + .seconds(5)
        while child.end() == nil {
            guard SystemClock().now < deadline else { return child.killGroup() }
            usleep(10_000)
        }
    }

    private func forget() {
        if ending >= 0 { close(ending) }
        ending = -1
        child = nil
    }

    private func launch() throws(KeeperError) {
        started = SystemClock().now
        var launch = ProgramLaunch(configuration.command)
        // Away from our terminal's keys: it ends after us.
        launch.place = .ownGroup
        launch.output = .file(path: configuration.folder + "/output", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        launch.errors = .sameAsOutput
        do throws(ProgramError) {
            let child = try launch.start()
            self.child = child
            ending = try child.openEnding()
            note(child.id)
        } catch {
            throw .server(
                error.cause == .notStarted(ENOENT)
                    ? tr("Prosody is not installed; on Debian: apt-get install prosody") : error.description)
        }
    }

    /// For a later keeper: Prosody writes it only where it forks.
    private func note(_ id: Int32) {
        let path = Self.idPath(configuration.folder)
        do throws(FileError) {
            try WholeFile.replace(path, with: Array("\(id)\n".utf8), draft: path + ".new")
        } catch {
            Log.shared.write(.warning, "keeper", error.description)
        }
    }

    private static func idPath(_ folder: String) -> String { folder + "/process" }

    /// A keeper that was killed leaves its Prosody, which holds the ports.
    ///
    /// - Parameter folder: ``ProsodyConfiguration/folder``.
    package static func endLeftOver(in folder: String) {
        guard let id = Int32(text(idPath(folder)).filter(\.isNumber)), id > 1,
            text("/proc/\(id)/cmdline").contains(folder + "/")
        else { return }
        kill(id, SIGTERM)
        let deadline = SystemClock().now + .seconds(5)
        while kill(id, 0) == 0 {
            if SystemClock().now > deadline { kill(id, SIGKILL) }
            usleep(20_000)
        }
    }

    /// Empty where it cannot be read.
    private static func text(_ path: String) -> String {
        do throws(FileError) {
            return ByteText.text(try WholeFile.read(path, limit: 64 << 10, kind: .ready))
        } catch {
            return ""
        }
    }
}
