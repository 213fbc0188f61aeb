import DownloadModel
package import Encoding
package import Localization
import PlayCore
import Processes

/// Starts the daemon when nobody listens. A value; blocks until it answers or has failed.
package struct DownloadStart: Sendable {
    /// Of the daemon; nil: it is not installed.
    package let executable: String?
    /// Options that hold for its life; everyone can read them.
    package let arguments: [String]
    /// Options of requests for what this program adds, each `name=value`; perhaps secrets.
    package let requestOptions: [String]
    /// The daemon opens its lists first, which another one may just be closing.
    private static let patience = HostTime.seconds(30)
    private static let pause = HostTime.milliseconds(50)

    package init(executable: String?, arguments: [String], requestOptions: [String] = []) {
        self.executable = executable
        self.arguments = arguments
        self.requestOptions = requestOptions
    }

    /// The daemon that was installed with this program.
    package init(_ resources: ResourceLocator, arguments: [String], requestOptions: [String]) {
        self.init(
            executable: resources.executable("tvplay-downloads"), arguments: arguments, requestOptions: requestOptions)
    }

    /// The member of what is added that has ``requestOptions``; `nil` if there are none.
    package var requestMember: JSONValue? {
        requestOptions.isEmpty ? nil : .list(requestOptions.map(JSONValue.string))
    }

    /// The member of what is added that has the umask of this process, whose files they are; `nil` if it is not known.
    package static var umaskMember: JSONValue? {
        do throws(FileError) {
            let bytes = try WholeFile.read("/proc/self/status", limit: 1 << 16, kind: .any)
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
            return line.flatMap { $0.split(separator: "\t").last }.map { .string(String($0)) }
        } catch {
            return nil
        }
    }

    /// To the daemon that runs; nil: none does.
    package func connectToRunning(
        _ places: DownloadPlaces, account: String
    ) throws(DownloadClientError) -> DownloadClient? {
        try Self.open(places, account)
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
        do throws(ProgramError) {
            let pipe = try OutputPipe(for: executable)
            var launch = ProgramLaunch([executable] + arguments)
            launch.place = .ownSession
            launch.output = .descriptor(pipe.writing)
            let daemon = try launch.start()
            pipe.closeWriting()
            let words = Self.text(pipe)
            // For a starter that lives on; one that ends leaves it to the first process.
            WorkerThread(name: "dl-daemon") { daemon.wait() }.detach()
            return words
        } catch {
            throw .notStarted(error.reason)
        }
    }

    private static func text(_ pipe: OutputPipe) -> String {
        var bytes: [UInt8] = []
        // A daemon that says nothing for so long is not heard; whether it listens, shows the next call.
        _ = OutputPipe.read([pipe], until: SystemClock().now + patience) { _, piece in
            bytes += piece
            return bytes.count < 65_536
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }
}
