import CPlatform
import PlayCore
import TestSupport
import Testing

@Suite struct CancelTokenTests {
    @Test("a handler is called once on cancelling, or at once if the token was cancelled before")
    func wakes() {
        let token = CancelToken()
        let wakes = Monitor(0)
        let kept = token.onCancel { wakes.withLock { $0 += 1 } }
        do {
            let gone = token.onCancel { wakes.withLock { $0 += 100 } }
            _ = gone
        }
        expect(wakes.withLock { $0 }, is: 0)
        token.cancel()
        token.cancel()
        #expect(token.isCancelled)
        expect(wakes.withLock { $0 }, is: 1)
        let late = token.onCancel { wakes.withLock { $0 += 10 } }
        expect(wakes.withLock { $0 }, is: 11)
        withExtendedLifetime((kept, late)) {}
    }

    @Test("a wait ends when the token is cancelled before, during or after its start")
    func race() {
        for _ in 0..<200 {
            let token = CancelToken()
            let started = Monitor(false)
            let state = Monitor(0)
            let waiter = WorkerThread(name: "waiter") {
                let registration = token.onCancel { state.update { _ in } }
                started.update { $0 = true }
                state.wait { _ in token.isCancelled ? () : nil }
                withExtendedLifetime(registration) {}
            }
            started.wait { $0 ? () : nil }
            token.cancel()
            waiter.join()
            #expect(token.isCancelled)
        }
    }

    @Test("the descriptor of a token becomes readable on cancelling, also if requested later")
    func descriptor() {
        func isReadable(_ token: CancelToken) -> Bool {
            var polled = pollfd(fd: token.pollDescriptor, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLIN) != 0
        }
        let (before, after) = (CancelToken(), CancelToken())
        #expect(!isReadable(before))
        expect(before.pollDescriptor, is: before.pollDescriptor)
        before.cancel()
        after.cancel()
        #expect(isReadable(before))
        #expect(isReadable(after))
        #expect(isReadable(before))
        #expect(before.pollDescriptor != after.pollDescriptor)
    }
}
