import PlayCore
package import PlaybackModel

/// Chooses the first rendition of each stream in a list, by its preload and the previous stream. Any thread.
package final class StreamMemory: Sendable {
    private struct State {
        /// Keys of preloaded rungs, by the manifests' addresses; the newest last.
        var preloaded: [(item: String, rung: String)] = []
        var previous: Rung?
    }

    /// The most preloaded rungs to keep: more than any list has.
    private static let limit = 32
    private let mode: MultiRateMode
    private let state = Monitor(State())

    package init(_ mode: MultiRateMode = .standard) { self.mode = mode }

    /// Returns the rung to start with, or to preload and remember. `standard` follows from the bandwidth.
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

    func note(_ rung: Rung) { state.withLock { $0.previous = rung } }
}
