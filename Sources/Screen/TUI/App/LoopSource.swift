package import PlayCore

/// A component beside the main loop, such as the history, the attended class, or a socket.
///
/// A program is a list of sources, which are closed in reverse order. All calls are on the main thread; only
/// ``close()`` may block.
package protocol LoopSource: AnyObject {
    /// The wake-ups that announce news. Sources may share one. Read once, when the source is added.
    var wakeUps: [WakeUp] { get }

    /// When to read the news even without a wake-up.
    var nextDeadline: HostTime? { get }

    /// Returns the news since the last call. Called in each round, so that a source can follow the playback.
    ///
    /// - Parameter isSignalled: whether a wake-up was signalled. Also true directly after an effect of the source.
    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction]

    /// Handles the start of another item, or of none. Its first snapshot follows.
    func itemBegan(_ loop: UILoop) -> [AppAction]

    /// Runs before the screen is composed.
    func follow(_ state: AppState)

    /// Returns whether the effect belongs to this source; if not, the next source gets it. The source's news is read
    /// directly afterwards.
    func perform(_ effect: Effect, _ loop: UILoop) -> Bool

    /// Closes the source. Called once, last.
    func close()
}

extension LoopSource {
    package var wakeUps: [WakeUp] { [] }
    package var nextDeadline: HostTime? { nil }
    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] { [] }
    package func itemBegan(_ loop: UILoop) -> [AppAction] { [] }
    package func follow(_ state: AppState) {}
    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool { false }
    package func close() {}
}

/// A source without news that has to be closed in order.
package final class ClosingSource: LoopSource {
    private let onClose: () -> Void

    package init(_ close: @escaping () -> Void) { onClose = close }

    package func close() { onClose() }
}

struct LoopSources {
    private(set) var all: [any LoopSource] = []
    private(set) var wakeUps: [WakeUp] = []
    /// The indices in ``wakeUps``, by source.
    private var places: [[Int]] = []
    /// Whether each wake-up was signalled when all were cleared.
    private var signalled: [Bool] = []

    mutating func add(_ source: any LoopSource) {
        places.append(source.wakeUps.map { place(of: $0) })
        all.append(source)
    }

    /// Adds a wake-up of the loop itself. Returns its index for ``isSignalled(place:)``.
    @discardableResult
    mutating func add(_ wakeUp: WakeUp) -> Int { place(of: wakeUp) }

    private mutating func place(of wakeUp: WakeUp) -> Int {
        if let known = wakeUps.firstIndex(where: { $0 === wakeUp }) { return known }
        wakeUps.append(wakeUp)
        signalled.append(false)
        return wakeUps.count - 1
    }

    /// Clears the wake-ups. Call before the sources are read, so that a later signal ends the next wait.
    mutating func clear() {
        for place in wakeUps.indices { signalled[place] = wakeUps[place].clear() }
    }

    func isSignalled(place: Int) -> Bool { signalled[place] }

    func isSignalled(source index: Int) -> Bool { places[index].contains { signalled[$0] } }

    var nextDeadline: HostTime? {
        var earliest: HostTime?
        for source in all { earliest = HostTime.earlier(earliest, source.nextDeadline) }
        return earliest
    }
}
