import Glibc
import PlayCore

/// Looks for listeners on its own thread, `sound-watch`: on request, and for a newer one, which replaces the current
/// one (a terminal attached again from another machine brings its own).
final class ListenerWatch: Sendable {
    /// The interval of checks, each of which reads a folder of a few files.
    private static let interval = HostTime.milliseconds(500)
    /// The time to ignore a listener after a refusal or implausible reports. Other listeners are still tried.
    private static let ignoreTime = HostTime.seconds(60)
    /// The most ignored listeners. No normal folder has more in a minute.
    private static let mostIgnored = 64

    private struct State {
        var isWanted = true
        var isCancelled = false
        var current: ListenerEntry?
        var ignored: [(entry: ListenerEntry, until: HostTime)] = []
    }

    typealias Delivering = @Sendable (ListenerDelivery) -> Void

    struct ListenerDelivery: @unchecked Sendable {
        // Sendable: the watch keeps no reference to the device.
        let result: Result<any PCMDevice, AudioError>
    }

    private let place: RemotePlace
    private let format: AudioFormat
    private let remote: RemoteSound
    private let state = Monitor(State())
    private let thread = Monitor<WorkerThread?>(nil)

    /// - Parameter deliver: called on the watch's thread.
    init(_ place: RemotePlace, format: AudioFormat, remote: RemoteSound, deliver: @escaping Delivering) {
        (self.place, self.format, self.remote) = (place, format, remote)
        let worker = WorkerThread(name: "sound-watch") { [self] in run(deliver) }
        thread.withLock { $0 = worker }
    }

    func request() { state.update { $0.isWanted = true } }

    /// Does not wait. The thread closes a device that is being opened.
    func cancel() {
        state.update { $0.isCancelled = true }
        thread.withLock { thread in
            thread?.detach()
            thread = nil
        }
    }

    private func run(_ deliver: Delivering) {
        while let isWanted = next() {
            let now = SystemClock().now
            let entries = state.withLock { state in
                state.ignored.removeAll { $0.until <= now }
                return place.entries.filter { entry in !state.ignored.contains { $0.entry == entry } }
            }
            let current = state.withLock { $0.current }
            let newer = isWanted ? entries : Array(entries.prefix { $0 != current && $0.made > current?.made ?? 0 })
            if let result = open(newer, isWanted: isWanted) { deliver(ListenerDelivery(result: result)) }
        }
    }

    /// Waits. Returns `true` for a request, `false` for a check for a newer listener, `nil` at the end.
    private func next() -> Bool? {
        let deadline = SystemClock().now + Self.interval
        let wish = state.wait(until: deadline) { state -> (Bool, Bool)? in
            guard state.isCancelled || state.isWanted else { return nil }
            defer { state.isWanted = false }
            return (state.isCancelled, true)
        }
        if let wish { return wish.0 ? nil : true }
        return false
    }

    /// Connects to the first listener that responds. Returns `nil` if no newer one does.
    private func open(_ entries: [ListenerEntry], isWanted: Bool) -> Result<any PCMDevice, AudioError>? {
        var failure: AudioError?
        for entry in entries {
            do throws(AudioError) {
                let device = try RemoteDevice(
                    entry, place: place, format: format, remote: remote, clock: SystemClock(),
                    onUnusable: { [weak self] in self?.ignore($0) })
                state.withLock { $0.current = entry }
                return .success(device)
            } catch {
                if error.number == ECONNREFUSED { RemotePlace.removeDead(entry, in: place) }
                failure = failure ?? error
            }
        }
        guard isWanted else { return nil }
        return .failure(failure ?? .unheard(at: place))
    }

    private func ignore(_ entry: ListenerEntry) {
        let until = SystemClock().now + Self.ignoreTime
        state.withLock { state in
            state.ignored.append((entry, until))
            if state.ignored.count > Self.mostIgnored { state.ignored.removeFirst() }
        }
    }
}

extension AudioError {
    fileprivate static func unheard(at place: RemotePlace) -> AudioError {
        AudioError(
            .unheard, operation: "look for a listener", text: tr("no listener at %1", place.path),
            context: place.path)
    }
}
