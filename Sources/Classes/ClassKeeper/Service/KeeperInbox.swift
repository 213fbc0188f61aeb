import PlayCore

final class KeeperInbox: Sendable {
    typealias Work = @Sendable (KeeperLoop) -> Void

    private struct State {
        var works: [Work] = []
        var isClosed = false
        var hasEnded = false
        var isReady = false
    }

    let wakeUp = WakeUp()
    private let state = Monitor(State())

    /// Blocks for the keeper thread's answer. Returns `nil` if the thread has ended or does not answer within `limit`.
    func perform<Answer: Sendable>(
        within limit: HostTime, _ work: @escaping @Sendable (KeeperLoop) -> Answer
    ) -> Answer? {
        let answer = Monitor<(answer: Answer?, isOver: Bool)>((nil, false))
        let isTaken = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.works.append { loop in
                let result = work(loop)
                answer.update { $0 = (result, true) }
            }
            return true
        }
        guard isTaken else { return nil }
        wakeUp.signal()
        return answer.wait(until: SystemClock().now + limit) { $0.isOver ? $0.answer : nil }
    }

    func post(_ work: @escaping Work) {
        let isTaken = state.withLock { state in
            if !state.hasEnded { state.works.append(work) }
            return !state.hasEnded
        }
        if isTaken { wakeUp.signal() }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.signal()
    }

    func waitUntilReady(until deadline: HostTime) -> Bool {
        state.wait(until: deadline) { $0.isReady ? true : nil } ?? false
    }

    // MARK: The thread

    func removeAll() -> [Work] {
        wakeUp.clear()
        return state.withLock { state in
            defer { state.works = [] }
            return state.works
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func tell(isReady: Bool) {
        guard state.withLock({ $0.isReady }) != isReady else { return }
        state.update { $0.isReady = isReady }
    }

    func end() { state.update { $0.hasEnded = true } }
}
