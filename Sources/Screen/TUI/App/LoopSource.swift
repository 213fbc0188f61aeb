package import PlayCore

/// A neighbour of the main loop: the history, the class that is attended, a socket.
///
/// A program is a list of them, and is closed backwards. Each is called on the main thread; only ``close()`` may wait.
package protocol LoopSource: AnyObject {
    /// Signalled when there is news; sources may share one. Asked once, when the source is added.
    var wakeUps: [WakeUp] { get }

    /// When to ask for news although nothing was signalled; nil: there is no need.
    var nextDeadline: HostTime? { get }

    /// What has come since it was asked last. Asked in each round of the loop, so that a source can follow the playback.
    ///
    /// - Parameter isSignalled: one of its wake-ups was signalled, or it has just carried out an effect.
    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction]

    /// Another item plays, or none any more; its first snapshot is still to come.
    func itemBegan(_ loop: UILoop) -> [AppAction]

    /// The screen may show something else than before; asked before it is composed.
    func follow(_ state: AppState)

    /// Carries out an effect, unless that is another's business. It is asked for news directly afterwards.
    ///
    /// - Returns: whether it was its own; what is not passes on to the next source.
    func perform(_ effect: Effect, _ loop: UILoop) -> Bool

    /// Called once, last.
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

/// A part of the program that says nothing and has to be closed in its turn.
package final class ClosingSource: LoopSource {
    private let onClose: () -> Void

    package init(_ close: @escaping () -> Void) { onClose = close }

    package func close() { onClose() }
}

/// The sources of a loop, and their wake-ups, each once.
struct LoopSources {
    private(set) var all: [any LoopSource] = []
    private(set) var wakeUps: [WakeUp] = []
    /// By source: places in ``wakeUps``.
    private var places: [[Int]] = []
    /// By wake-up: whether it was signalled when all were cleared.
    private var signalled: [Bool] = []

    mutating func add(_ source: any LoopSource) {
        places.append(source.wakeUps.map { place(of: $0) })
        all.append(source)
    }

    /// One that wakes the loop for what it looks at in each round.
    ///
    /// - Returns: its place, for ``isSignalled(place:)``.
    @discardableResult
    mutating func add(_ wakeUp: WakeUp) -> Int { place(of: wakeUp) }

    private mutating func place(of wakeUp: WakeUp) -> Int {
        if let known = wakeUps.firstIndex(where: { $0 === wakeUp }) { return known }
        wakeUps.append(wakeUp)
        signalled.append(false)
        return wakeUps.count - 1
    }

    /// Before anything is asked: what comes in between wakes the next wait.
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
