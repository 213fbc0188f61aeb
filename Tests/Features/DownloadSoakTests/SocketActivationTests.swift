import DownloadClient
import DownloadModel
import Encoding
import Foundation
import Glibc
import PlayCore
import Processes
import TestSupport
import Testing

/// The built daemon as systemd starts it: for the first client of a socket at which systemd listens.
@Suite("Download daemon at a socket of systemd")
struct SocketActivationTests {
    private static let program = BuiltProgram.path("tvplay-downloads")

    /// A home with a runtime folder, in which the test listens as systemd does.
    private final class Home {
        let folder: URL
        let places: DownloadPlaces
        /// The path of the socket in the runtime folder.
        let path: String
        let manager: NotifySocket
        private var listener: Int32 = -1

        init() throws {
            let folder = try BuiltProgram.temporaryFolder()
            let runtime = folder.path + "/run/tvplay"
            for path in [folder.path + "/run", runtime] { try #require(mkdir(path, 0o700) == 0) }
            let places = DownloadPlaces(stateFolder: folder.path + "/state/tvplay", runtimeFolder: runtime)
            path = try #require(places.runtimeSocket)
            manager = try NotifySocket(folder.path + "/notify")
            (self.folder, self.places) = (folder, places)
        }

        deinit {
            if listener >= 0 { close(listener) }
            BuiltProgram.remove(folder)
        }

        /// Begins to listen, in the place of another listener if there is one.
        func listen() throws {
            unlink(path)
            listener = try IPCSocket.listen(path)
        }

        var variables: [String: String] {
            [
                "HOME": folder.path, "LC_ALL": "C.UTF-8", "TVPLAY_HOME": folder.path + "/state/tvplay",
                "XDG_RUNTIME_DIR": folder.path + "/run", "XDG_CONFIG_HOME": folder.path + "/config",
                "XDG_CACHE_HOME": folder.path + "/cache", "NOTIFY_SOCKET": folder.path + "/notify",
                "LISTEN_FDS": "1", "LISTEN_FDNAMES": "tvplay-downloads.socket",
            ]
        }

        /// Starts the daemon with the socket, if the test listens.
        func start() throws -> RunningTool {
            let words = [SocketActivationTests.program, "--download-idle=never", "--cache=no"]
            guard listener >= 0 else { return try RunningTool(words, variables: variables) }
            // The daemon has the process of the shell.
            let script = #"LISTEN_PID=$$; export LISTEN_PID; exec "$0" "$@""#
            return try RunningTool(["/bin/sh", "-c", script] + words, variables: variables, third: listener)
        }

        var hasSocket: Bool { Self.exists(path) }
        var hasStateSocket: Bool { Self.exists(places.stateSocket) }

        private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    }

    @Test("the daemon answers at the socket that systemd passed, and leaves the socket to systemd when it ends")
    func answers() throws {
        let home = try Home()
        try home.listen()
        // The client connects before the daemon runs.
        let client = try #require(DownloadClient(socket: home.path))
        let daemon = try home.start()
        #expect(try client.call(.getVersion)["version"] != nil)
        #expect(home.manager.hears("READY=1"))
        let other = try #require(DownloadClient(home.places))
        #expect(home.hasStateSocket)
        _ = try other.call(.shutdown)
        #expect(eventually { !daemon.isRunning })
        expect(daemon.end, is: .code(0))
        #expect(home.manager.hears("STOPPING=1"))
        #expect(home.hasSocket)
        #expect(!home.hasStateSocket)
        // Clients that start no daemon do not connect to systemd, while others do.
        #expect(DownloadClient(home.places) == nil)
        #expect(DownloadClient(socket: home.path) != nil)
    }

    @Test("a daemon that is passed another descriptor reports it and ends")
    func noSocket() throws {
        let home = try Home()
        let script = #"exec 3</dev/null; LISTEN_PID=$$; export LISTEN_PID; exec "$0""#
        let outcome = try BuiltProgram.run("/bin/sh", ["-c", script, Self.program], environment: home.variables)
        expect(outcome.status, is: 1)
        expect(
            outcome.output,
            is: "descriptor 3 (tvplay-downloads.socket) is not a listening Unix stream socket\n")
        #expect(!home.hasStateSocket)
    }

    @Test("a daemon of systemd waits until a daemon that a command has started ends, and then answers")
    func waits() throws {
        let home = try Home()
        let first = try SoakDaemon(home.folder.path)
        try home.listen()
        let client = try #require(DownloadClient(socket: home.path))
        let second = try home.start()
        // A daemon that waits counts as started.
        #expect(home.manager.hears("READY=1"))
        try first.shutDown()
        #expect(try client.call(.getVersion)["version"] != nil)
        #expect(second.isRunning)
    }

    @Test("a signal ends a daemon that waits, without an error")
    func waitEnds() throws {
        let home = try Home()
        let first = try SoakDaemon(home.folder.path)
        try home.listen()
        let second = try home.start()
        #expect(home.manager.hears("READY=1"))
        second.kill(SIGTERM)
        expect(second.end, is: .code(0))
        #expect(try first.client().call(.getVersion)["version"] != nil)
    }

    @Test("a daemon removes its own socket, but not one that systemd has put in its place", arguments: [false, true])
    func replaced(isReplaced: Bool) throws {
        let home = try Home()
        let daemon = try home.start()
        #expect(daemon.isReady { home.hasSocket && home.hasStateSocket && DownloadClient(home.places) != nil })
        if isReplaced { try home.listen() }
        _ = try #require(DownloadClient(home.places)).call(.shutdown)
        #expect(eventually { !daemon.isRunning })
        expect(home.hasSocket, is: isReplaced)
        #expect(!home.hasStateSocket)
    }
}
