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
