package import Addresses
import Manifests
package import PlayCore
package import Transport

/// An item that is an address: a stream or a file, by its first bytes. What services call a video is the catalogue's.
package struct AddressResolver: DownloadResolver {
    private static let headSize = 8192
    private let client: HTTPClient

    package init(client: HTTPClient) { self.client = client }

    package func check(_ request: DownloadRequest) throws(DownloadProblem) {
        guard case .video(let id, _) = request.identity, let address = Address(id), address.isHTTP else {
            throw DownloadProblem(.unresolved, detail: "no address")
        }
    }

    package func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
        guard case .video(let id, _) = item.identity, let address = Address(id) else {
            throw DownloadProblem(.unresolved, detail: "no address")
        }
        return DownloadSource(try main(at: address, cancel: cancel))
    }

    /// What is at an address: a stream or a file.
    package func main(at address: Address, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource.Main {
        do throws(ByteSourceError) {
            var request = HTTPRequest(address)
            request.range = ByteRange(offset: 0, end: Int64(Self.headSize))
            request.priority = .download
            let exchange = client.begin(request, cancel: cancel)
            let head = try exchange.head()
            // What has no bytes at all, or is refused, is the fetcher's to deal with.
            guard head.isSuccess else { return Self.file(address, head) }
            let bytes = try Self.first(exchange)
            exchange.cancel()
            if HLSPlaylist.recognizes(bytes) || DASHManifest.recognizes(bytes) || Self.isList(bytes) {
                return .stream(address, headers: [])
            }
            return Self.file(address, head)
        } catch {
            // A network that is gone may come back: the fetcher waits for it.
            if error.code == .cancelled { throw DownloadProblem(.notPossible, detail: "cancelled") }
            return Self.file(address, nil)
        }
    }

    private static func first(_ exchange: HTTPExchange) throws(ByteSourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: headSize)
        while bytes.count < headSize {
            let count = try piece.withMutableBytes { room throws(ByteSourceError) in try exchange.read(into: room) }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// A long list's first bytes have its beginning, and perhaps no segment yet.
    private static func isList(_ bytes: [UInt8]) -> Bool {
        // In this order: of a film nothing is made a text.
        bytes.starts(with: Array("#EXTM3U".utf8)) && String(decoding: bytes, as: UTF8.self).contains("#EXT-X-")
    }

    private static func file(_ address: Address, _ head: HTTPHead?) -> DownloadSource.Main {
        let last = address.path.split(separator: "/").last.map(String.init) ?? ""
        var name = last.isEmpty ? address.host : last
        if SafeFileName.split(name).ending.isEmpty, let type = head?.contentType, let ending = endings[type] {
            name += ending
        }
        return .file(RemoteFile(address, name: name, role: .video))
    }

    private static let endings = [
        "video/mp4": ".mp4", "video/webm": ".webm", "video/x-matroska": ".mkv", "video/mp2t": ".ts",
        "video/quicktime": ".mov", "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg",
        "audio/flac": ".flac",
    ]
}
