import Commands

/// What sources have to tell, and what they are asked for.
extension UILoop {
    func readNews() {
        for (index, source) in sources.all.enumerated() {
            readNews(of: source, isSignalled: sources.isSignalled(source: index))
        }
    }

    private func readNews(of source: any LoopSource, isSignalled: Bool) {
        for action in source.news(self, isSignalled: isSignalled) { dispatch(action) }
    }

    /// That the item is another one, to those who follow it.
    func tellItem() {
        for source in sources.all {
            for action in source.itemBegan(self) { dispatch(action) }
        }
    }

    /// Sends words to the clients of all sockets and to the scripts.
    ///
    /// - Returns: whether the client that they are for exists; words for every client need none.
    func deliver(_ message: ClientMessage) -> Bool {
        var isDelivered = message.target == nil
        for source in sources.all where (source as? RemoteSource)?.deliver(message) == true { isDelivered = true }
        return isDelivered
    }

    func tellScreen() {
        let state = state
        for source in sources.all { source.follow(state) }
    }

    /// Gives an effect to the source whose business it is.
    ///
    /// - Returns: false: it is nobody's.
    func handOn(_ effect: Effect) -> Bool {
        for source in sources.all where source.perform(effect, self) {
            readNews(of: source, isSignalled: true)
            return true
        }
        return false
    }
}
