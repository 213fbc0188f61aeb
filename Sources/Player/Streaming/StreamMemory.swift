package import Adaptation
import PlayCore

/// With which rendition the streams of a list begin: by what was loaded ahead of each, and by what played
/// before. One for all of them. Any thread.
package final class StreamMemory: Sendable {
    private struct State {
        /// Keys of rungs, by the addresses of manifests; the newest last.
        var preloaded: [(item: String, rung: String)] = []
        var previous: Rung?
    }

    /// More neighbours than any list has loaded ahead.
    private static let limit = 32
    private let mode: MultiRateMode
    private let state = Monitor(State())

    package init(_ mode: MultiRateMode = .standard) { self.mode = mode }

    /// The rung of `ladder` to begin with, or to load ahead, which is noted.
    ///
    /// - Parameter standard: by the bandwidth that is expected.
    func start(_ item: String, in ladder: RenditionLadder, standard: Int, isPreload: Bool) -> Int {
        state.withLock { state in
            guard isPreload else {
                let preloaded = state.preloaded.last { $0.item == item }?.rung
                return mode.startIndex(in: ladder, preloaded: preloaded, previous: state.previous, standard: standard)
            }
            let index = mode.preloadIndex(in: ladder, previous: state.previous, standard: standard)
            state.preloaded.removeAll { $0.item == item }
            state.preloaded.append((item, ladder[index].key))
            if state.preloaded.count > Self.limit { state.preloaded.removeFirst() }
            return index
        }
    }

    /// What plays.
    func note(_ rung: Rung) { state.withLock { $0.previous = rung } }
}
