package import PlayCore

package struct EarlyEnd: Sendable, Equatable {
    /// As in ``PlaybackSnapshot/item``.
    package let item: String
    package let position: MediaTime
    package let promised: MediaTime

    package init(item: String, position: MediaTime, promised: MediaTime) {
        self.item = item
        self.position = position
        self.promised = promised
    }

    /// Words for the viewer, to follow the item's name.
    package var words: String {
        tr("ended at %1 of %2: the rest is missing or damaged", TimeText.format(position), TimeText.format(promised))
    }
}
