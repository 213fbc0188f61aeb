import Access
import Addresses
import PlayCore
import Playlists
import Transport

/// Reports the progress of adverts to trackers, in order, on the thread `trackers`. Callers never wait. Any thread.
final class TrackerSender: Sendable {
    private struct State {
        var waiting: [String] = []
        var isClosed = false
        var thread: WorkerThread?
    }

    private let access: SourceAccess
    private let state = Monitor(State())
    private let cancel = CancelToken()

    private static let mostWaiting = 512
    /// The most bytes read of a response, whose content is ignored.
    private static let mostBytes = 64 << 10
    private static let timeout = HostTime.seconds(5)
    /// The time for all pending reports at the end.
    private static let closingTimeout = HostTime.seconds(1)

    init(_ access: SourceAccess) { self.access = access }

    private static func macros() -> AdvertMacros {
        AdvertMacros(now: .now, cacheBuster: Int.random(in: 0..<100_000_000))
    }

    /// Expands the macros that are known before there is an advert.
    func expand(_ address: String) -> String { Self.macros().expand(address) }

    func report(_ addresses: [String], error: AdvertErrorCode) { report(addresses) { $0.errorCode = error } }

    func report(_ addresses: [String], _ change: (inout AdvertMacros) -> Void = { _ in }) {
        let wanted = addresses.filter { ["http", "https"].contains(AddressText.scheme(of: $0)) }
        guard !wanted.isEmpty else { return }
        var macros = Self.macros()
        change(&macros)
        let expanded = wanted.map(macros.expand)
        state.update { state in
            guard !state.isClosed else { return }
            state.waiting += expanded.prefix(Self.mostWaiting - state.waiting.count)
            if state.thread == nil { state.thread = makeThread() }
        }
    }

    private func makeThread() -> WorkerThread {
        WorkerThread(name: "trackers") { [access, state, cancel] in
            while let address = Self.next(state) { Self.send(address, access, cancel) }
        }
    }

    /// Sends pending reports for at most a second, and ends the thread. Call once.
    func close() {
        let thread = state.update { state in
            state.isClosed = true
            return state.thread
        }
        thread?.join(within: Self.closingTimeout, then: cancel)
    }

    // MARK: The thread

    private static func next(_ state: Monitor<State>) -> String? {
        state.next { state in
            if !state.waiting.isEmpty { return .work(state.waiting.removeFirst()) }
            return state.isClosed ? .end : .wait
        }
    }

    private static func send(_ text: String, _ access: SourceAccess, _ cancel: CancelToken) {
        guard let address = Address(text), !cancel.isCancelled else { return }
        let wait = BoundedWait(timeout, with: cancel)
        defer { wait.end() }
        var request = HTTPRequest(address)
        request.priority = .probe
        request.trustedOrigin = ""
        do throws(ByteSourceError) {
            _ = try access.client(text).begin(request, cancel: wait.token).body(limit: mostBytes)
        } catch {
            Log.shared.write(.info, "adverts", "\(AddressText.shown(text)): \(error.reason)")
        }
    }
}
