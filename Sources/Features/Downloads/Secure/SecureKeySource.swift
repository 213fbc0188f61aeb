package import DownloadModel
package import PlayCore

/// The source of the key for encrypted downloads. A file is read whenever the key is needed. A program runs once per
/// process, and concurrent queries share its result; after a failure it runs again at the next query. Any thread;
/// queries may block.
package final class SecureKeySource: Sendable {
    package typealias Program = @Sendable (CancelToken) throws(DownloadProblem) -> [UInt8]

    package enum Place: Sendable {
        case file(String)
        /// The name is for messages.
        case program(name: String, Program)
        /// No source is configured, and there is no home folder for a default file.
        case nowhere
    }

    private struct State: Sendable {
        var place: Place
        var key: SecureKey?
        var isAsking = false
        /// The last program's failure, for the threads that waited for it.
        var failure: DownloadProblem?
        /// Rises with each result and each new place.
        var generation = 0
    }

    private let state: Monitor<State>

    package init(_ place: Place) { state = Monitor(State(place: place)) }

    package func change(to place: Place) {
        state.update { state in
            (state.place, state.key, state.failure) = (place, nil, nil)
            state.generation += 1
        }
    }

    /// Throws `.noKey` with the problem, or `.notPossible` if it was cancelled.
    ///
    /// - Parameter cancel: ends the waiting, and the program if this call started it.
    package func key(cancel: CancelToken) throws(DownloadProblem) -> SecureKey {
        switch state.withLock({ $0.place }) {
        case .file(let path): return try SecureKey.read(path)
        case .nowhere: throw DownloadProblem(.noKey, detail: "no key file is configured (--secure-key-file)")
        case .program(let name, let program): return try key(of: program, name, cancel)
        }
    }

    private enum Turn {
        case known(SecureKey)
        case failed(DownloadProblem)
        case mine(generation: Int)
        case cancelled
    }

    private func key(
        of program: Program, _ name: String, _ cancel: CancelToken
    ) throws(DownloadProblem) -> SecureKey {
        switch turn(cancel) {
        case .known(let key): return key
        case .failed(let problem): throw problem
        case .cancelled: throw DownloadProblem(.notPossible, detail: "cancelled")
        case .mine(let generation):
            let answer = Self.answer(program, name, cancel)
            state.update { state in
                state.isAsking = false
                guard state.generation == generation else { return }
                switch answer {
                case .success(let key): state.key = key
                // Waiting threads query again themselves.
                case .failure where cancel.isCancelled: return
                case .failure(let problem): state.failure = problem
                }
                state.generation += 1
            }
            return try answer.get()
        }
    }

    private func turn(_ cancel: CancelToken) -> Turn {
        let registration = cancel.onCancel { [state] in state.update { _ in } }
        defer { withExtendedLifetime(registration) {} }
        let first = state.withLock { $0.generation }
        let turn = state.wait { state -> Turn? in
            if let key = state.key { return .known(key) }
            if cancel.isCancelled { return .cancelled }
            // Another thread's query has failed meanwhile.
            if state.generation != first, let failure = state.failure { return .failed(failure) }
            if state.isAsking { return nil }
            state.isAsking = true
            state.failure = nil
            return .mine(generation: state.generation)
        }
        // Only a deadline would return `nil`, and there is none.
        return turn ?? .cancelled
    }

    private static func answer(
        _ program: Program, _ name: String, _ cancel: CancelToken
    ) -> Result<SecureKey, DownloadProblem> {
        do throws(DownloadProblem) {
            let output = try program(cancel)
            guard !output.isEmpty else {
                throw DownloadProblem(.noKey, detail: "the key command \(name) printed nothing")
            }
            guard let key = SecureKey(printed: output) else {
                let detail = "the key command \(name) printed no key: 32 bytes or 64 hexadecimal digits"
                throw DownloadProblem(.noKey, detail: detail)
            }
            return .success(key)
        } catch {
            return .failure(error)
        }
    }
}

extension SecureKey {
    /// Accepts the forms of the key file, or 32 bytes and a line end. Of several lines the first one counts, because
    /// password managers print notes below the secret.
    init?(printed output: [UInt8]) {
        if let key = SecureKey(output) {
            self = key
            return
        }
        if output.count == Sodium.keySize + 1, output.last == 0x0A, let key = SecureKey(Array(output.dropLast())) {
            self = key
            return
        }
        guard let line = output.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).first,
            let key = SecureKey(Array(line))
        else { return nil }
        self = key
    }
}
