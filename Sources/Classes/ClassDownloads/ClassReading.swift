import Addresses
import Classes
import DownloadModel
import Downloads
import PlayCore
import Transport

/// Reads the texts of one class from its server. Keeps the transport error, which is more precise than a
/// ``ClassReadError``. For one thread.
final class ClassReading {
    /// The most bytes of all texts of a class. One hour of a large class has about ten million.
    static let limit: Int64 = 512 << 20
    private let client: HTTPClient
    private let cancel: CancelToken
    private let state = Monitor(State())

    struct State {
        var count: Int64 = 0
        var failure: ByteSourceError?
    }

    init(client: HTTPClient, cancel: CancelToken) {
        self.client = client
        self.cancel = cancel
    }

    func files(_ place: ClassPlace) -> SourceClassFiles {
        SourceClassFiles(place) { [client, state] location, start, cancel throws(ByteSourceError) in
            guard let address = Address(location), address.isHTTP else {
                throw ByteSourceError(.forbiddenScheme, operation: "open", context: "")
            }
            var request = HTTPRequest(address)
            let isProbe = [ClassPlace.manifest, "metadata.xml"].contains { address.path.hasSuffix("/" + $0) }
            request.priority = isProbe ? .probe : .download
            return CountedSource(HTTPByteSource(request, client: client, cancel: cancel, from: start), state)
        }
    }

    func perform<R>(_ body: () throws(ClassReadError) -> R) throws(DownloadProblem) -> R {
        do throws(ClassReadError) { return try body() } catch { throw problem(error) }
    }

    /// Returns `.notPossible` if the reading was cancelled.
    func problem(_ error: ClassReadError) -> DownloadProblem {
        if cancel.isCancelled { return DownloadProblem(.notPossible, detail: "cancelled") }
        if error.code == .invalidTime { return DownloadProblem(.expired) }
        // A malformed text has been read, so the transport did not fail.
        if error.code != .invalidPlayInfo, let failure = state.withLock({ $0.failure }) {
            return DownloadProblem(failure)
        }
        return DownloadProblem(.unreadable, detail: error.reason)
    }
}

/// Counts the bytes of all texts of a class, and keeps the last failure. For one thread.
private final class CountedSource: ByteSource {
    private let source: HTTPByteSource
    private let state: Monitor<ClassReading.State>

    init(_ source: HTTPByteSource, _ state: Monitor<ClassReading.State>) {
        self.source = source
        self.state = state
    }

    var size: Int64? { source.size }
    var canSeek: Bool { source.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        do throws(ByteSourceError) {
            let count = try source.read(at: offset, into: buffer)
            let total = state.withLock { state in
                state.count += Int64(count)
                return state.count
            }
            guard total <= ClassReading.limit else {
                throw ByteSourceError(.tooLarge, operation: "read", context: "the texts of the class")
            }
            return count
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }
}
