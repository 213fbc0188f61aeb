package import Adaptation
import ByteCaches
package import PlayCore
package import PlaybackModel

/// Has the neighbours of what plays loaded into the cache, the nearest first. Main thread; its work is
/// done on the thread `preload`, which begins with the first neighbour at an address.
package final class AheadLoader {
    /// A neighbour that may be kept.
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
    /// What would be loaded over a line that costs nothing by the byte.
    private var offered: [Neighbour] = []
    /// In order; what was wanted and is there stays among them.
    private var wanted: [Neighbour] = []
    private var playing = PreloadQueue.Playing.preparing

    package init(_ access: SourceAccess, _ amounts: PreloadAmounts, isBalanced: Bool, rules: BufferRules) {
        self.access = access
        self.amounts = amounts
        self.isBalanced = isBalanced
        self.rules = rules
    }

    /// Places from the current one, with how much of each; none where nothing is kept.
    package var plan: [PreloadAmounts.Item] { access.hasCache ? amounts.plan : [] }

    /// What is near has changed: what is not wanted any more is not loaded any further.
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

    /// What plays.
    package func look(at snapshot: PlaybackSnapshot) {
        let new = state(of: snapshot)
        // The line may have become another one, or is known only now.
        if !offered.isEmpty { load(access.mayLoadAhead ? offered : []) }
        // What became of them is in the log; nobody waits for it.
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

    /// Call once, before what it loads from is closed.
    package func close() {
        preloader?.close()
        preloader = nil
    }
}
