import Commands
import ScreenKit

extension UILoop {
    func readNews() {
        for (index, source) in sources.all.enumerated() {
            readNews(of: source, isSignalled: sources.isSignalled(source: index))
        }
    }

    private func readNews(of source: any LoopSource, isSignalled: Bool) {
        for action in source.news(self, isSignalled: isSignalled) { dispatch(action) }
    }

    func notifyItemBegan() {
        for source in sources.all {
            for action in source.itemBegan(self) { dispatch(action) }
        }
    }

    /// Sends a message to the sockets and scripts. Returns whether the addressed client exists; always true for
    /// messages to all.
    func deliver(_ message: ClientMessage) -> Bool {
        var isDelivered = message.target == nil
        for source in sources.all where (source as? RemoteSource)?.deliver(message) == true { isDelivered = true }
        return isDelivered
    }

    func notifyScreenChanged() {
        let state = state
        for source in sources.all { source.follow(state) }
    }

    /// Returns whether a source took the effect.
    func handOn(_ effect: Effect) -> Bool {
        for source in sources.all where source.perform(effect, self) {
            readNews(of: source, isSignalled: true)
            return true
        }
        return false
    }
}
