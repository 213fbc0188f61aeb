import Addresses
import CPlatform
import DownloadModel
import Downloads
import Glibc
import PlayCore
import Transport

/// `DownloadHarness ADDRESS STATE FOLDER CONNECTIONS [BYTES-PER-SECOND [KEY-FILE]]` downloads one item, or resumes it.
///
/// It prints the bytes of this run after each ``step`` of them, a line each. The status is 0 if the download completed
/// and 1 if it failed; standard error then has the reason.
enum Harness {
    static let step: Int64 = 256 << 10

    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 4, let connections = Int(arguments[3]) else { return 64 }
        do throws(DownloadProblem) {
            return try download(arguments, connections)
        } catch {
            say("\(error.code) \(error.number) \(error.detail)", to: 2)
            return 1
        }
    }

    private static func download(_ arguments: [String], _ connections: Int) throws(DownloadProblem) -> Int32 {
        var http = HTTPSettings(userAgent: "harness")
        http.transfersPerHost = connections
        guard let client = HTTPClient(http) else { return 65 }
        var settings = DownloadManager.Settings(folder: arguments[1])
        settings.limits.connectionsPerItem = connections
        settings.limits.connectionsPerHost = connections
        settings.limits.bytesPerSecond = arguments.count > 4 ? Int64(arguments[4]).flatMap { $0 > 0 ? $0 : nil } : nil
        let keyFile = arguments.count > 5 ? arguments[5] : nil
        let context = FetchContext(
            client: client, retryInterval: .milliseconds(20),
            keys: SecureKeySource(keyFile.map { .file($0) } ?? .nowhere))
        let changed = WakeUp()
        let manager = try DownloadManager(
            settings, context: context, resolver: AddressResolver(client: client, retryInterval: .milliseconds(20))
        ) { changed.signal() }
        var request = DownloadRequest(.video(arguments[0]), folder: arguments[2])
        request.mode = keyFile == nil ? .plain : .secure
        if manager.existing(request.identity) == nil { try manager.add(request) }
        return watch(manager, changed)
    }

    private static func watch(_ manager: DownloadManager, _ changed: WakeUp) -> Int32 {
        var told: Int64 = 0
        while true {
            guard let status = manager.snapshot().statuses.first else { return 66 }
            while status.fetched >= told + step {
                told += step
                say("\(told)", to: 1)
            }
            switch status.item.label {
            case .done:
                manager.close()
                return 0
            case .failed, .fileLost:
                say("\(String(describing: status.item.problem))", to: 2)
                manager.close()
                return 1
            // Progress is not notified, so the wait ends every two milliseconds.
            default: changed.wait(until: SystemClock().now + .milliseconds(2))
            }
        }
    }

    private static func say(_ text: String, to descriptor: Int32) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { CPlatform.write(descriptor, $0.baseAddress, $0.count) }
    }
}
