import Catalogue
import DownloadClient
import DownloadModel
import Downloads
import Encoding
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing
import Transport

@testable import DownloadService

/// The daemon's server on a thread of the test, with its own folder and without a network.
final class ServerBench {
    let root: URL
    let places: DownloadPlaces
    private let ended = Monitor<DownloadServer.End?>(nil)
    private var thread: WorkerThread?

    struct Failure: Error {}

    /// - Parameter prepare: Called on the server's thread before it serves.
    init(
        idle: HostTime? = nil, resolver: (@Sendable (HTTPClient) -> any DownloadResolver)? = nil,
        prepare: @escaping @Sendable (DownloadAccounts) -> Void = { _ in }
    ) throws {
        root = try BuiltProgram.temporaryFolder()
        let places = DownloadPlaces(stateFolder: root.path, runtimeFolder: nil)
        self.places = places
        try FileManager.default.createDirectory(atPath: places.folder, withIntermediateDirectories: true)
        let http = HTTPSettings(userAgent: "test")
        guard let client = HTTPClient(http), let path = places.sockets.first else { throw Failure() }
        var settings = DownloadAccounts.Settings(http: http, keyFile: root.path + "/key")
        settings.folder = root.path + "/videos"
        settings.cacheFolder = root.path + "/cache"
        settings.idle = idle
        let (ended, configured) = (ended, settings)
        let listener = try IPCSocket.listen(path)
        thread = WorkerThread(name: "server") {
            let wake = WakeUp()
            let accounts = DownloadAccounts(
                places, configured, context: FetchContext(client: client),
                resolver: resolver?(client) ?? AddressResolver(client: client), isMetered: { false },
                onChange: { wake.signal() }, reload: { .success(configured) })
            prepare(accounts)
            let end = DownloadServer(accounts, listeners: [listener], wake: wake, signals: -1).run()
            close(listener)
            accounts.close()
            ended.update { $0 = end }
        }
    }

    deinit {
        if let client = DownloadClient(places) { _ = try? client.call(.shutdown) }
        thread?.join()
        BuiltProgram.remove(root)
    }

    func client() throws -> DownloadClient { try #require(DownloadClient(places)) }

    func end() -> DownloadServer.End? { ended.wait(until: SystemClock().now + .seconds(60)) { $0 } }

    /// Writes bytes unchanged, and returns the answer's lines until there are `lines` of them or the server hangs up.
    func raw(_ text: String, lines: Int) throws -> [String] {
        let path = try #require(places.sockets.first)
        let address = try #require(UnixAddress(path))
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(address.connect(descriptor))
        let bytes = Array(text.utf8)
        // A server that closes the connection in the middle also counts as an answer.
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(descriptor, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while answer.count(where: { $0 == 0x0A }) < lines {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            answer += buffer.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Adds a paused item.
    @discardableResult
    func add(_ client: DownloadClient, _ name: String, _ more: [JSONValue.Member] = []) throws -> String {
        let options = JSONValue.object([JSONValue.Member("pause", .flag(true))] + more)
        let answer = try client.call(.addUri, [.list([.string("http://127.0.0.1:9/" + name)]), options])
        return try #require(answer.text)
    }
}
