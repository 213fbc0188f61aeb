import DownloadModel
package import Encoding
package import PlayCore
import Processes

/// Starts the daemon unless one runs or systemd starts it. Blocks until the daemon answers or fails to start.
package struct DownloadStart: Sendable {
    /// `nil` if it is not installed.
    package let executable: String?
    /// The arguments for the daemon's lifetime. Every user of the machine can read them.
    package let arguments: [String]
    /// The options of items that this program adds, each `name=value`. May contain secrets.
    package let requestOptions: [String]
    /// The time for opening the lists, which a previous daemon may still be closing.
    private static let patience = HostTime.seconds(30)
    private static let pause = HostTime.milliseconds(50)

    package init(executable: String?, arguments: [String], requestOptions: [String] = []) {
        self.executable = executable
        self.arguments = arguments
        self.requestOptions = requestOptions
    }

    package init(_ resources: ResourceLocator, arguments: [String], requestOptions: [String]) {
        self.init(
            executable: resources.executable("tvplay-downloads"), arguments: arguments, requestOptions: requestOptions)
    }

    package var requestMember: JSONValue? {
        requestOptions.isEmpty ? nil : .list(requestOptions.map(JSONValue.string))
    }

    package static var umaskMember: JSONValue? {
        do throws(FileError) {
            let bytes = try WholeFile.read("/proc/self/status", limit: 1 << 16, kind: .any)
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
            return line.flatMap { $0.split(separator: "\t").last }.map { .string(String($0)) }
        } catch {
            return nil
        }
    }

    package func connectToRunning(
        _ places: DownloadPlaces, account: String
    ) throws(DownloadClientError) -> DownloadClient? {
        try Self.open(places.socketsOfRunning, account)
    }

    package func connect(_ places: DownloadPlaces, account: String) throws(DownloadClientError) -> DownloadClient {
        if let client = try Self.open(places.sockets, account) { return client }
        guard let executable else { throw .notInstalled }
        let deadline = SystemClock().now + Self.patience
        var words = ""
        while true {
            words = try spawn(executable)
            if let client = try Self.open(places.sockets, account) { return client }
            // Another process started a daemon first, or the previous daemon is ending.
            guard words.isEmpty || words == Self.isRunning, SystemClock().now < deadline else { break }
            let pause = Monitor(())
            _ = pause.wait(until: SystemClock().now + Self.pause) { _ in nil as Void? }
        }
        throw words.isEmpty || words == Self.isRunning ? .noAnswer : .notStarted(words)
    }

    /// Connects and selects the account. Returns `nil` if no daemon answers (none, ending, or not started by systemd).
    private static func open(_ sockets: [String], _ account: String) throws(DownloadClientError) -> DownloadClient? {
        for path in sockets {
            guard let client = DownloadClient(socket: path) else { continue }
            do throws(DownloadClientError) {
                _ = try client.call(.account, [.string(account)])
                return client
            } catch {
                guard error == .noAnswer else { throw error }
            }
        }
        return nil
    }

    package static let isRunning = "another one runs"
    /// The daemon reports here why it cannot start. It closes the descriptor once it listens.
    package static let readyDescriptor: Int32 = 1

    /// Returns the daemon's error message, or an empty text once it listens. The daemon gets its own session.
    private func spawn(_ executable: String) throws(DownloadClientError) -> String {
        do throws(ProgramError) {
            let pipe = try OutputPipe(for: executable)
            var launch = ProgramLaunch([executable] + arguments)
            launch.place = .ownSession
            launch.output = .descriptor(pipe.writing)
            // The daemon outlives the service of this process, and must not report for it.
            launch.variables = [ServiceManager.socketVariable: ""]
            let daemon = try launch.start()
            pipe.closeWriting()
            let words = Self.text(pipe)
            // Reaps the daemon if this process outlives it. Otherwise the init process does.
            WorkerThread(name: "dl-daemon") { daemon.wait() }.detach()
            return words
        } catch {
            throw .notStarted(error.reason)
        }
    }

    private static func text(_ pipe: OutputPipe) -> String {
        var bytes: [UInt8] = []
        // The longest wait for a silent daemon. The next call shows whether it listens.
        _ = OutputPipe.read([pipe], until: SystemClock().now + patience) { _, piece in
            bytes += piece
            return bytes.count < 65_536
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }
}
