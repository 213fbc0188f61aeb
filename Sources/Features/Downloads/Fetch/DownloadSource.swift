package import Addresses
package import DownloadModel
package import PlayCore
package import Transport

package struct RemoteFile: Sendable {
    /// With its extension; unverified. For a file beside the main file only the part after the main name: `en.vtt`.
    package var name: String
    package var role: DownloadFile.Role
    package var address: Address
    /// Header fields added to those of the settings.
    package var headers: [HTTPHeader] = []
    /// In bytes.
    package var size: Int64?
    package var sha256: String?
    /// Whether the download is complete without it if the server lacks it (404, 410).
    package var isOptional = false
    /// Whether the download is complete without it after any failure: an inessential file of another server.
    package var isDispensable = false

    package init(_ address: Address, name: String, role: DownloadFile.Role) {
        self.address = address
        self.name = name
        self.role = role
    }
}

/// A file whose bytes the resolver has created.
package struct WrittenFile: Sendable, Equatable {
    /// Within the item's folder.
    package var name: String
    package var role: DownloadFile.Role
    package var bytes: [UInt8]

    package init(name: String, role: DownloadFile.Role, bytes: [UInt8]) {
        (self.name, self.role, self.bytes) = (name, role, bytes)
    }
}

package struct DownloadClass: Sendable, Equatable {
    /// Unverified texts.
    package var classID: String?
    package var sessionID: String?
    /// The first file is opened for playing. It is written last, so its existence means that all are complete.
    package var written: [WrittenFile]

    package init(classID: String? = nil, sessionID: String? = nil, written: [WrittenFile]) {
        (self.classID, self.sessionID, self.written) = (classID, sessionID, written)
    }
}

/// The contents of a download with its present addresses. Never stored.
package struct DownloadSource: Sendable {
    package enum Main: Sendable {
        case file(RemoteFile)
        /// HLS or DASH, with the manifest's address.
        case stream(Address, headers: [HTTPHeader])
    }

    /// Unverified text.
    package var title: String?
    /// `nil` for a set without a video.
    package var main: Main?
    /// The manifest of separate sound. It uses the stream's headers.
    package var streamSound: Address?
    /// The definition of ``main``, or `nil` if it is unknown or only the stream declares it.
    package var definition: DefinitionInfo?
    /// Empty if the stream declares them or there is only one form.
    package var definitions: [DefinitionInfo] = []
    /// A stream may have its own.
    package var chapters: [Chapter] = []
    /// In order: sound, slides, subtitles, cover.
    package var others: [RemoteFile] = []
    var opening: FileOpening?
    /// The files of a class keep these exact names, in their own folder.
    package var room: DownloadClass?

    var files: [RemoteFile] {
        if case .file(let file)? = main { return [file] + others }
        return others
    }

    package init(_ main: Main?, title: String? = nil) {
        self.main = main
        self.title = title
    }
}

/// Resolves an item to its contents, on a worker thread, before each start and whenever addresses have expired. May
/// block, but must end soon after the token is cancelled.
package protocol DownloadResolver: Sendable {
    /// Throws `.unresolved`, `.noSuchDefinition`, `.protected`, `.noTokenSource`, `.network`.
    func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource

    /// - Parameter tell: receives the failure that will be retried, or `nil` when the retry starts.
    func resolve(
        _ item: DownloadItem, cancel: CancelToken, tell: @escaping @Sendable (RetryNote?) -> Void
    ) throws(DownloadProblem) -> DownloadSource

    /// Sends no request.
    func check(_ request: DownloadRequest) throws(DownloadProblem)

    /// Checks whether the request's beginning can be preloaded, without sending a request.
    func checkAhead(_ request: DownloadRequest) throws(DownloadProblem)
}

extension RequestMeans {
    /// - Parameters:
    ///   - options: each `name=value`.
    ///   - origin: of the download's address.
    package typealias Maker =
        @Sendable (_ options: [String], _ origin: String?) throws(DownloadProblem) -> RequestMeans
}

extension DownloadResolver {
    package func checkAhead(_ request: DownloadRequest) throws(DownloadProblem) {
        guard case .video(let reference, _) = request.identity, Address(reference)?.isHTTP == true else {
            throw DownloadProblem(.notAnAddress)
        }
    }

    package func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
        try resolve(item, cancel: cancel) { _ in }
    }

    package func resolve(
        _ item: DownloadItem, cancel: CancelToken, tell: @escaping @Sendable (RetryNote?) -> Void
    ) throws(DownloadProblem) -> DownloadSource {
        try resolve(item, cancel: cancel)
    }

    package func check(_ request: DownloadRequest) throws(DownloadProblem) {}
}

/// The addresses of a run. If several threads find them expired, one requests new ones. Any thread.
final class AddressBook: Sendable {
    private struct State {
        var source: DownloadSource
        var generation = 0
        var isAsking = false
        var failure: DownloadProblem?
    }

    private let item: DownloadItem
    private let resolver: any DownloadResolver
    private let cancel: CancelToken
    private let tell: @Sendable (RetryNote?) -> Void
    private let state: Monitor<State>

    init(
        _ item: DownloadItem, _ resolver: any DownloadResolver, cancel: CancelToken,
        tell: @escaping @Sendable (RetryNote?) -> Void = { _ in }
    ) throws(DownloadProblem) {
        self.item = item
        self.resolver = resolver
        self.cancel = cancel
        self.tell = tell
        state = Monitor(State(source: try resolver.resolve(item, cancel: cancel, tell: tell)))
    }

    var current: (source: DownloadSource, generation: Int) { state.withLock { ($0.source, $0.generation) } }

    /// Returns the created files of a class only once, because they may be large.
    func takeWritten() -> [WrittenFile] {
        state.withLock { state in
            defer { state.source.room?.written = [] }
            return state.source.room?.written ?? []
        }
    }

    /// Returns the response with the main file's beginning, only once.
    func takeOpening() -> FileOpening? {
        state.withLock { state in
            defer { state.source.opening = nil }
            return state.source.opening
        }
    }

    func renew(after generation: Int) throws(DownloadProblem) {
        let mine = state.wait { state -> Bool? in
            if state.generation > generation { return false }
            if state.isAsking { return nil }
            state.isAsking = true
            return true
        }
        guard mine == true else {
            if let failure = state.withLock({ $0.failure }) { throw failure }
            return
        }
        let result: Result<DownloadSource, DownloadProblem>
        do throws(DownloadProblem) {
            result = .success(try resolver.resolve(item, cancel: cancel, tell: tell))
        } catch {
            result = .failure(error)
        }
        state.update { state in
            state.isAsking = false
            state.generation += 1
            switch result {
            case .success(let source):
                (state.source, state.failure) = (source, nil)
                // The first answer's files are already written, and a started transfer continues on its own.
                state.source.room?.written = []
                state.source.opening = nil
            case .failure(let problem): state.failure = problem
            }
        }
        _ = try result.get()
    }
}

struct FileAddress: Sendable {
    struct Now: Sendable {
        let address: Address
        let headers: [HTTPHeader]
        let generation: Int
    }

    let current: @Sendable () -> Now
    let renew: @Sendable (_ after: Int) throws(DownloadProblem) -> Void
}
