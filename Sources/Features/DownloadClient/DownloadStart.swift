internal import CPlatform
import DownloadModel
import Encoding
internal import Glibc
import JobControl
import PlayCore

/// Starts the daemon when nobody listens. A value; blocks until it answers or has failed.
package struct DownloadStart: Sendable {
    /// Of the daemon; nil: it is not installed.
    package let executable: String?
    /// Options of configuration and network that hold for its life.
    package let arguments: [String]
    /// The daemon opens its lists first, which another one may just be closing.
    private static let patience = HostTime.seconds(30)
    private static let pause = HostTime.milliseconds(50)

    package init(executable: String?, arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// To the daemon that runs, or to a new one.
    ///
    /// - Parameter account: the account whose downloads are meant.
    package func connect(_ places: DownloadPlaces, account: String) throws(DownloadClientError) -> DownloadClient {
        if let client = try Self.open(places, account) { return client }
        guard let executable else { throw .notInstalled }
        let deadline = SystemClock().now + Self.patience
        var words = ""
        while true {
            words = try spawn(executable)
            if let client = try Self.open(places, account) { return client }
            // Another command was faster, or the last daemon is ending.
            guard words.isEmpty || words == Self.isRunning, SystemClock().now < deadline else { break }
            let pause = Monitor(())
            _ = pause.wait(until: SystemClock().now + Self.pause) { _ in nil as Void? }
        }
        throw words.isEmpty || words == Self.isRunning ? .noAnswer : .notStarted(words)
    }

    /// Nil: nobody listens, or whoever did is ending.
    private static func open(
        _ places: DownloadPlaces, _ account: String
    ) throws(DownloadClientError) -> DownloadClient? {
        guard let client = DownloadClient(places) else { return nil }
        do throws(DownloadClientError) {
            _ = try client.call(.account, [.string(account)])
            return client
        } catch {
            guard error == .noAnswer else { throw error }
            return nil
        }
    }

    /// What a daemon says that finds another one.
    package static let isRunning = "another one runs"
    /// The descriptor on which it says what hindered it, and which it closes when it listens.
    package static let readyDescriptor: Int32 = 1

    /// In a session of its own, without our terminal, folder and descriptors.
    ///
    /// - Returns: what hindered it; empty: it listens.
    private func spawn(_ executable: String) throws(DownloadClientError) -> String {
        var pipe: [Int32] = [-1, -1]
        guard pipe2(&pipe, O_CLOEXEC) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
        defer { close(pipe[0]) }
        let daemon: pid_t
        do throws(SessionLeader.Failure) {
            defer { close(pipe[1]) }
            daemon = try Self.spawn(executable, arguments, output: pipe[1])
        } catch {
            throw .notStarted(String(cString: strerror(error.number)))
        }
        let words = Self.text(pipe[0])
        // For a starter that lives on; one that ends leaves it to the first process.
        WorkerThread(name: "dl-daemon") { while waitpid(daemon, nil, 0) < 0, errno == EINTR {} }.detach()
        return words
    }

    private static func text(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let deadline = SystemClock().now + patience
        while bytes.count < 65_536 {
            let left = deadline - SystemClock().now
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&polled, 1, Int32(max(0, left.nanoseconds / 1_000_000)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { break }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], output: Int32
    ) throws(SessionLeader.Failure) -> pid_t {
        try SessionLeader.spawn(
            ([executable] + arguments).map(ByteText.bytes),
            files: [
                .open(0, path: "/dev/null", flags: O_RDWR), .duplicate(output, as: readyDescriptor),
                .duplicate(0, as: 2), .closeFrom(3),
            ])
    }
}
