import ByteCaches
import PlayCore

/// Checks on its own thread whether a partial file's server still has the same version, so that an unreachable server
/// delays only reads that need it. For the source's reading thread.
final class PartialServer {
    enum Answer: Sendable, Equatable {
        /// The length is set if the server declares it.
        case same(length: Int64?)
        case other
        case failed(ByteSourceError)
        case none
    }

    private let upstream: any CacheUpstream
    private let version: CacheValidator
    /// Written once by the checking thread, which owns the upstream until then.
    private let answer = Monitor(Answer.none)
    private var isAgreed = false

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

    /// Returns `.none` if there is no answer yet.
    func answer(within limit: HostTime?) -> Answer {
        answer.wait(until: limit.map { SystemClock().now + $0 }) { $0 == .none ? nil : $0 } ?? .none
    }

    /// Waits for the server's answer before its first byte is read, and repeats a failed check. Throws `.changed`.
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
