import ByteCaches
package import PlayCore
package import PlaybackModel

/// Loads the current item's neighbours into the cache, nearest first. Main thread. The thread `preload` loads them,
/// from the first neighbour with an address on.
package final class AheadLoader {
    package struct Neighbour: Sendable, Equatable {
        let address: String
        let amount: MediaTime

        package init(address: String, amount: MediaTime) {
            self.address = address
            self.amount = amount
        }
    }

    private let access: SourceAccess
    private let amounts: PreloadAmounts
    private let isBalanced: Bool
    private let rules: BufferRules
    private var preloader: Preloader?
    private var offered: [Neighbour] = []
    private var wanted: [Neighbour] = []
    private var playing = PreloadQueue.Playing.preparing

    package init(_ access: SourceAccess, _ amounts: PreloadAmounts, isBalanced: Bool, rules: BufferRules) {
        self.access = access
        self.amounts = amounts
        self.isBalanced = isBalanced
        self.rules = rules
    }

    /// Offsets from the current item with their amounts. Empty without a cache.
    package var plan: [PreloadAmounts.Item] { access.hasCache ? amounts.plan : [] }

    /// Stops loading neighbours that are no longer wanted.
    package func want(_ neighbours: [Neighbour]) {
        offered = neighbours
        load(offered.isEmpty || !access.mayLoadAhead ? [] : offered)
    }

    private func load(_ neighbours: [Neighbour]) {
        guard neighbours != wanted else { return }
        let old = wanted
        wanted = neighbours
        guard preloader != nil || !neighbours.isEmpty else { return }
        let loader = preloader ?? makePreloader()
        for item in old where !neighbours.contains(where: { $0.address == item.address }) {
            loader.cancel(item.address)
        }
        for item in neighbours where !old.contains(item) { loader.load(item.address, amount: item.amount) }
    }

    private func makePreloader() -> Preloader {
        let loader = Preloader { [access] request, cancel throws(ByteSourceError) in
            try access.openPreload(request.address, cancel: cancel)
        }
        loader.setBalanced(isBalanced)
        loader.setPlaying(playing)
        preloader = loader
        return loader
    }

    package func look(at snapshot: PlaybackSnapshot) {
        let new = state(of: snapshot)
        // The line may have changed, or its metering may only now be known.
        if !offered.isEmpty { load(access.mayLoadAhead ? offered : []) }
        for event in preloader?.takeEvents() ?? [] { Log.shared.write(.info, "preload", "\(event)") }
        guard new != playing else { return }
        playing = new
        preloader?.setPlaying(new)
    }

    private func state(of snapshot: PlaybackSnapshot) -> PreloadQueue.Playing {
        switch snapshot.status {
        case .unload, .stopped, .failed, .reachEnd: return .nothing
        case .loading: return .preparing
        case .stalled: return .prepared(isComfortable: false)
        case .ready, .playing, .paused: break
        }
        guard snapshot.network != nil else { return .prepared(isComfortable: true) }
        let buffered = (snapshot.buffered?.end ?? .zero) - snapshot.clock.position
        return .prepared(
            isComfortable: rules.admitsPreload(buffered: buffered, isLoadedToEnd: snapshot.hasFullBuffer))
    }

    /// Stops loading. Call once, before the sources are closed.
    package func close() {
        preloader?.close()
        preloader = nil
    }
}
