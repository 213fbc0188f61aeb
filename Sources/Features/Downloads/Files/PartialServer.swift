import ByteCaches
import PlayCore

/// The check whether the server of a partial file still has the same version. It runs on its own thread, so that an
/// unreachable server delays only reads that need it. For use on the reading thread of the source.
final class PartialServer {
    enum Answer: Sendable, Equatable {
        /// The same version, with the length if the server states it.
        case same(length: Int64?)
        case other
        case failed(ByteSourceError)
        case none
    }

    private let upstream: any CacheUpstream
    private let version: CacheValidator
    /// The answer, written once by the checking thread. Until then that thread owns the upstream.
    private let answer = Monitor(Answer.none)
    /// Whether the version is confirmed.
    private var isAgreed = false

    /// Starts the check.
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

    /// - Parameter limit: the time limit, or `nil` for none.
    /// - Returns: the answer, or `.none` if there is none yet.
    func answer(within limit: HostTime?) -> Answer {
        answer.wait(until: limit.map { SystemClock().now + $0 }) { $0 == .none ? nil : $0 } ?? .none
    }

    /// Waits for the server's answer before its first byte is read, and repeats a failed check.
    ///
    /// - Throws: `.changed`, or the error that prevents an answer.
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
