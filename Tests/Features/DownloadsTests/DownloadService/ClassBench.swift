import Catalogue
import ClassDownloads
import Classes
import DownloadModel
import DownloadService
import Downloads
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

/// A download manager with a catalogue, in a temporary folder.
final class ClassBench {
    let root: URL
    private let client: HTTPClient
    private let changes = Monitor(0)
    private(set) var manager: DownloadManager?

    struct NoTransport: ServiceTransport {
        func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
            throw CatalogueError(.noSource)
        }
    }

    init() throws {
        root = try BuiltProgram.temporaryFolder()
        client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
    }

    deinit {
        manager?.close()
        BuiltProgram.remove(root)
    }

    var folder: String { root.path + "/videos" }

    @discardableResult
    func open() throws -> DownloadManager {
        let transport = NoTransport()
        let resolver = CatalogueResolver(
            client: client,
            manifest: ManifestProvider(transport: transport, now: { 0 }) { _, _ throws(ByteSourceError) in [] },
            peerTube: PeerTubeProvider(transport: transport), ytDlp: nil, tokens: nil,
            finders: [ClassFinder(client: client)])
        let (keyFile, changes) = (root.path + "/key", changes)
        let context = FetchContext(
            client: client, retryInterval: .milliseconds(1), keys: SecureKeySource(.file(keyFile)))
        let manager = try DownloadManager(
            DownloadManager.Settings(folder: root.path + "/state"), context: context, resolver: resolver
        ) { changes.update { $0 += 1 } }
        self.manager = manager
        return manager
    }

    func close() {
        manager?.close()
        manager = nil
    }

    func add(_ address: String, change: (inout DownloadRequest) -> Void = { _ in }) throws -> DownloadID {
        var request = DownloadRequest(.video(address), folder: folder)
        change(&request)
        return try (manager ?? open()).add(request)
    }

    /// Waits until an item no longer runs, and returns it.
    func finished(_ id: DownloadID) throws -> DownloadItem {
        let deadline = SystemClock().now + Patience.limit
        while SystemClock().now < deadline {
            if let item = manager?.snapshot()[id]?.item, item.state != .running { return item }
            let seen = changes.withLock { $0 }
            _ = changes.wait(until: SystemClock().now + .milliseconds(5)) { $0 != seen ? () : nil }
        }
        return try #require(nil as DownloadItem?, "it is not finished: \(String(describing: manager?.snapshot()))")
    }

    /// Returns the paths below the folder of the downloads.
    func paths() -> [String] {
        let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var isFolder: ObjCBool = false
        return found.filter {
            FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
        .sorted()
    }

    func contents(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder + "/" + path).map { Array($0) }
    }

    /// Reads a class of the folder as a player without a network does.
    func room(_ name: String) throws -> ClassContents { try loader(name).contents(-1, cancel: CancelToken()) }

    func loader(_ name: String) throws -> ClassLoader {
        let place = try #require(ClassPlace(folder + "/" + name))
        let files = SourceClassFiles(place) { path, _, _ throws(ByteSourceError) in
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ByteSourceError(.notFound, operation: "open", context: path)
            }
            return MemoryByteSource(data)
        }
        return ClassLoader(files)
    }
}
