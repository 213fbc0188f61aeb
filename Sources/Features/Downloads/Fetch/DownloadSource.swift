package import Addresses
package import DownloadModel
package import PlayCore
package import Transport

/// A file on a server. A value.
package struct RemoteFile: Sendable {
    /// With its ending; unverified text. Of what belongs to the main file only what follows its name: `en.vtt`.
    package var name: String
    package var role: DownloadFile.Role
    package var address: Address
    /// Beside those of the settings.
    package var headers: [HTTPHeader] = []
    /// Bytes; nil: unknown.
    package var size: Int64?
    /// 64 hexadecimal digits; nil: nobody has said it.
    package var sha256: String?
    /// The download is complete without it, where the server has none (404, 410).
    package var isOptional = false
    /// …whatever hinders it: another server's, on which nothing depends.
    package var isDispensable = false

    package init(_ address: Address, name: String, role: DownloadFile.Role) {
        self.address = address
        self.name = name
        self.role = role
    }
}

/// A file that whoever resolved an item has made: its bytes are known. A value.
package struct WrittenFile: Sendable, Equatable {
    /// Below the item's folder.
    package var name: String
    package var role: DownloadFile.Role
    package var bytes: [UInt8]

    package init(name: String, role: DownloadFile.Role, bytes: [UInt8]) {
        (self.name, self.role, self.bytes) = (name, role, bytes)
    }
}

/// What an item has as the recording of a class. A value.
package struct DownloadRoom: Sendable, Equatable {
    /// Unverified texts.
    package var classID: String?
    package var sessionID: String?
    /// The first one is opened to play it, and written last: who finds it finds all. It names the others by their names.
    package var written: [WrittenFile]

    package init(classID: String? = nil, sessionID: String? = nil, written: [WrittenFile]) {
        (self.classID, self.sessionID, self.written) = (classID, sessionID, written)
    }
}

/// What a download consists of, with addresses as they are now. A value; never kept.
package struct DownloadSource: Sendable {
    package enum Main: Sendable {
        case file(RemoteFile)
        /// HLS or DASH: its manifest.
        case stream(Address, headers: [HTTPHeader])
    }

    /// Unverified text.
    package var title: String?
    /// Nil for a set without a video.
    package var main: Main?
    /// Of a stream without sound: the manifest of the one that has it; its fields are the stream's.
    package var streamSound: Address?
    /// Which definition ``main`` is; nil: the stream says it, or nobody does.
    package var definition: DefinitionInfo?
    /// All that the source offers; empty: the stream says it, or there is one form only.
    package var definitions: [DefinitionInfo] = []
    /// As the source tells them: a stream may have its own.
    package var chapters: [Chapter] = []
    /// In their order: sound, slides, subtitles, cover.
    package var others: [RemoteFile] = []
    /// Of ``main``, where it was opened to see what it is.
    var opening: FileOpening?
    /// Nil: it is no class. The files of one have exactly the names that they are given here, in a folder of their own.
    package var room: DownloadRoom?

    /// In their order, the main one first, unless it is a stream.
    var files: [RemoteFile] {
        if case .file(let file)? = main { return [file] + others }
        return others
    }

    package init(_ main: Main?, title: String? = nil) {
        self.main = main
        self.title = title
    }
}

/// Finds out what an item consists of: the catalogue, in the daemon. Called on a worker's thread before each start and
/// whenever addresses turn out to be expired; may block, ends with the token.
package protocol DownloadResolver: Sendable {
    /// - Throws: `.unresolved`, `.noSuchDefinition`, `.protected`, `.noTokenSource`, `.network`.
    func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource

    /// - Parameter tell: what failed and is tried again; nil: it is under way.
    /// - Throws: as above.
    func resolve(
        _ item: DownloadItem, cancel: CancelToken, tell: @escaping @Sendable (RetryNote?) -> Void
    ) throws(DownloadProblem) -> DownloadSource

    /// Whether it can be downloaded at all, without asking anyone.
    func check(_ request: DownloadRequest) throws(DownloadProblem)
}

extension RequestMeans {
    /// Makes those of a download that has options of its own.
    ///
    /// - Parameters:
    ///   - options: each `name=value`.
    ///   - origin: of the download's address; `nil` if it has none.
    package typealias Maker =
        @Sendable (_ options: [String], _ origin: String?) throws(DownloadProblem) -> RequestMeans
}

extension DownloadResolver {
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

/// The addresses of a run, renewed when they expire: of several threads that find them expired one asks. Any thread.
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

    /// - Parameter tell: what failed and is tried again; nil: it is under way.
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

    /// What was made of a class, which may be large: it is given away once.
    func takeWritten() -> [WrittenFile] {
        state.withLock { state in
            defer { state.source.room?.written = [] }
            return state.source.room?.written ?? []
        }
    }

    /// The answer with which the main file begins; once.
    func takeOpening() -> FileOpening? {
        state.withLock { state in
            defer { state.source.opening = nil }
            return state.source.opening
        }
    }

    /// Addresses newer than those of `generation`.
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
                // Those of the first answer were written, and what was begun goes on where it is.
                state.source.room?.written = []
                state.source.opening = nil
            case .failure(let problem): state.failure = problem
            }
        }
        _ = try result.get()
    }
}

/// Where one file is to be had now. Any thread.
struct FileAddress: Sendable {
    struct Now: Sendable {
        let address: Address
        let headers: [HTTPHeader]
        let generation: Int
    }

    let current: @Sendable () -> Now
    /// Asks for newer addresses than those of a generation.
    let renew: @Sendable (_ after: Int) throws(DownloadProblem) -> Void
}
