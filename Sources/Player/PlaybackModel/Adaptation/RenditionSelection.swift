package enum RenditionSelection: Sendable, Hashable {
    case automatic
    /// The rung with this key, until another selection. An unknown key counts as automatic.
    case fixed(key: String)

    /// `SELECT_AVPTRACK_TYPE_VIDEO_AUTO`.
    package static let automaticIndex = -1

    /// Creates the selection of an entry in the list of streams. Returns `nil` for an invalid index.
    package init?(trackIndex index: Int, in ladder: RenditionLadder) {
        if index == Self.automaticIndex {
            self = .automatic
        } else if ladder.rungs.indices.contains(index) {
            self = .fixed(key: ladder[index].key)
        } else {
            return nil
        }
    }
}
