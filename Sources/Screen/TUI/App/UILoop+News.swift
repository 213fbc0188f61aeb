import Commands

/// The news of sources, and the requests to them.
extension UILoop {
    func readNews() {
        for (index, source) in sources.all.enumerated() {
            readNews(of: source, isSignalled: sources.isSignalled(source: index))
        }
    }

    private func readNews(of source: any LoopSource, isSignalled: Bool) {
        for action in source.news(self, isSignalled: isSignalled) { dispatch(action) }
    }

    /// Reports the change of the item to the sources that follow it.
    func tellItem() {
        for source in sources.all {
            for action in source.itemBegan(self) { dispatch(action) }
        }
    }

    /// Sends a message to the clients of all sockets and to the scripts.
    ///
    /// - Returns: whether the addressed client exists; always true for messages to every client.
    func deliver(_ message: ClientMessage) -> Bool {
        var isDelivered = message.target == nil
        for source in sources.all where (source as? RemoteSource)?.deliver(message) == true { isDelivered = true }
        return isDelivered
    }

    func tellScreen() {
        let state = state
        for source in sources.all { source.follow(state) }
    }

    /// Hands an effect to the source that carries it out.
    ///
    /// - Returns: whether a source took it.
    func handOn(_ effect: Effect) -> Bool {
        for source in sources.all where source.perform(effect, self) {
            readNews(of: source, isSignalled: true)
            return true
        }
        return false
    }
}
