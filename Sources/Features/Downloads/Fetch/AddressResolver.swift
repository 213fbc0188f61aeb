package import Addresses
package import DownloadModel
import Encoding
import Manifests
package import PlayCore
package import Transport

/// Distinguishes a stream from a file by the address's first bytes.
package struct AddressResolver: DownloadResolver {
    private static let headSize = 8192
    private let client: HTTPClient
    /// The base interval (``FirstTries``).
    private let retryInterval: HostTime

    package init(client: HTTPClient, retryInterval: HostTime = .seconds(1)) {
        (self.client, self.retryInterval) = (client, retryInterval)
    }

    package func check(_ request: DownloadRequest) throws(DownloadProblem) {
        guard case .video(let id, _) = request.identity, let address = Address(id), address.isFetched else {
            throw DownloadProblem(.unresolved, detail: "no address")
        }
    }

    package func resolve(
        _ item: DownloadItem, cancel: CancelToken, tell: @escaping @Sendable (RetryNote?) -> Void
    ) throws(DownloadProblem) -> DownloadSource {
        guard case .video(let id, _) = item.identity, let address = Address(id) else {
            throw DownloadProblem(.unresolved, detail: "no address")
        }
        // A resumed file may lack other bytes than its first, so its response cannot be reused.
        let (main, opening) = try find(
            address, known: item.files.first, isStream: item.joins, opens: item.files.isEmpty, cancel, tell)
        if item.wishes.isAudioOnly, case .file(let file) = main, !Self.isSound(file, opening) {
            throw DownloadProblem(.noSuchDefinition)
        }
        var source = DownloadSource(main)
        source.opening = opening
        source.title = opening?.fileName.map { SafeFileName.split($0).stem }
        return source
    }

    /// - Parameter known: the first file of the item if an earlier run has started it.
    package func main(
        at address: Address, known: DownloadFile? = nil, cancel: CancelToken
    ) throws(DownloadProblem) -> DownloadSource.Main {
        do throws(DownloadProblem) {
            return try find(address, known: known, isStream: false, opens: false, cancel) { _ in }.main
        } catch {
            // The fetcher knows whether the file may be missing.
            guard error.code == .refused else { throw error }
            return Self.file(address, nil)
        }
    }

    private typealias Found = (main: DownloadSource.Main, opening: FileOpening?)

    private func find(
        _ address: Address, known: DownloadFile?, isStream: Bool, opens: Bool, _ cancel: CancelToken,
        _ tell: (RetryNote?) -> Void
    ) throws(DownloadProblem) -> Found {
        var attempt = 0
        while true {
            do throws(ByteSourceError) {
                return try look(address, opens: opens, cancel)
            } catch {
                if error.code == .cancelled { throw DownloadProblem(.notPossible, detail: "cancelled") }
                // A started item keeps its type. The fetcher waits for the network.
                if let known { return (isStream ? .stream(address, headers: []) : Self.known(address, known), nil) }
                // A page as the first response is retried only by the user.
                guard error.isWorthRetrying, !error.isPage, attempt + 1 < FirstTries.count else { throw error.problem }
                let pause = max(
                    FirstTries.interval(after: attempt, base: retryInterval), error.retryAfter ?? .zero)
                guard pause <= FetchContext.longestAskedWait else { throw DownloadProblem(error) }
                attempt += 1
                let note = RetryNote(
                    error, attempt: attempt + 1, attempts: FirstTries.count, next: SystemClock().now + pause)
                tell(note)
                note.pause.wait(until: note.next, cancel)
                tell(nil)
            }
        }
    }

    /// Throws errors that may be temporary.
    ///
    /// - Parameter opens: whether to keep the response of a file as the beginning of its transfer.
    private func look(_ address: Address, opens: Bool, _ cancel: CancelToken) throws(ByteSourceError) -> Found {
        var request = HTTPRequest(address)
        request.range = ByteRange(offset: 0, end: opens ? RangePlan.firstWindow : Int64(Self.headSize))
        request.priority = .probe
        request.keepsCoding = true
        let exchange = client.begin(request, cancel: cancel)
        // Read before the head: once these bytes have arrived, the head has, too.
        let first = Result { () throws(ByteSourceError) in try exchange.peek(Self.headSize) }
        let head = try exchange.head()
        guard head.isSuccess else {
            exchange.cancel()
            // For an empty file, every range is out of bounds.
            if let refusal = head.failure, refusal.code != .httpStatus(416) { throw refusal }
            // The fetcher handles files without any bytes.
            return (Self.file(address, head), nil)
        }
        let bytes = Self.unpacked(try first.get(), head)
        if HLSPlaylist.recognizes(bytes) || DASHManifest.recognizes(bytes) || Self.isList(bytes) {
            exchange.cancel()
            return (.stream(address, headers: []), nil)
        }
        if SubstitutePage.isPage(bytes, head, at: address) {
            exchange.cancel()
            throw .page(at: address)
        }
        if let kind = ListingFile.kind(bytes, head) {
            exchange.cancel()
            throw .listing(kind, at: address)
        }
        if !opens { exchange.cancel() }
        return (Self.file(address, head), opens ? FileOpening(exchange, head) : nil)
    }

    /// Applies if the server compressed the beginning without a request.
    private static func unpacked(_ bytes: [UInt8], _ head: HTTPHead) -> [UInt8] {
        guard head["content-encoding"] != nil, Inflater.recognizes(bytes) else { return bytes }
        let inflating = Inflater()
        inflating.add(bytes)
        return inflating.next() ?? bytes
    }

    /// Decides by type or name. A film has no sound that could be fetched alone.
    private static func isSound(_ file: RemoteFile, _ opening: FileOpening?) -> Bool {
        if let type = opening?.contentType, type != "application/octet-stream" { return type.hasPrefix("audio/") }
        let ending = SafeFileName.split(file.name).ending.dropFirst().lowercased()
        return ending != "mp4" && ItemNames.soundEndings.contains(ending)
    }

    private static func known(_ address: Address, _ first: DownloadFile) -> DownloadSource.Main {
        first.name.hasSuffix("/" + StreamFetcher.indexName) ? .stream(address, headers: []) : file(address, nil)
    }

    /// Recognizes the beginning of a long playlist, which may not contain a segment yet.
    private static func isList(_ bytes: [UInt8]) -> Bool {
        // In this order, a film's bytes are not converted to text.
        bytes.starts(with: Array("#EXTM3U".utf8)) && String(decoding: bytes, as: UTF8.self).contains("#EXT-X-")
    }

    private static func file(_ address: Address, _ head: HTTPHead?) -> DownloadSource.Main {
        let last = address.path.split(separator: "/").last.map(String.init) ?? ""
        var name = head?.fileName ?? (last.isEmpty ? address.host : last)
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
