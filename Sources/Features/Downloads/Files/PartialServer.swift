import ByteCaches
import PlayCore

/// Whether the server of a file that is half there still has that version: asked on a thread of its own, so that a server
/// that is gone holds up nobody who does not need it. Used by one thread, that of the reading source.
final class PartialServer {
    enum Answer: Sendable, Equatable {
        /// With the length, where the server says it.
        case same(length: Int64?)
        case other
        case failed(ByteSourceError)
        case none
    }

    private let upstream: any CacheUpstream
    private let version: CacheValidator
    /// Written once by the thread that asks; until then the upstream is that thread's.
    private let answer = Monitor(Answer.none)
    /// Nothing more has to be asked.
    private var isAgreed = false

    /// Asks at once.
    init(_ upstream: any CacheUpstream, version: CacheValidator) {
        (self.upstream, self.version) = (upstream, version)
        let answer = answer
        WorkerThread(name: "dl-version") {
            let new = Self.ask(upstream, version)
            answer.update { $0 = new }
        }.detach()
    }

    private static func ask(_ upstream: any CacheUpstream, _ version: CacheValidator) -> Answer {
        do throws(ByteSourceError) {
            let info = try upstream.resourceInfo()
            guard info.canSeek, version.compare(info.validator) == .same else { return .other }
            return .same(length: info.size)
        } catch {
            return .failed(error)
        }
    }

    /// - Parameter limit: nil: however long it takes.
    /// - Returns: `.none`: it has not answered yet.
    func answer(within limit: HostTime?) -> Answer {
        answer.wait(until: limit.map { SystemClock().now + $0 }) { $0 == .none ? nil : $0 } ?? .none
    }

    /// Before each byte of the server's; waits for its answer, and asks again one that failed.
    ///
    /// - Throws: `.changed`, and what keeps the server from answering.
    func agree(on context: String) throws(ByteSourceError) {
        guard !isAgreed else { return }
        var found = answer(within: nil)
        if case .failed = found {
            found = Self.ask(upstream, version)
            let new = found
            answer.update { $0 = new }
        }
        switch found {
        case .same: isAgreed = true
        case .failed(let error): throw error
        case .other, .none: throw ByteSourceError(.changed, operation: "read", context: context)
        }
    }
}
