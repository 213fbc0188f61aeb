/// How the rendition is chosen.
package enum RenditionSelection: Sendable, Hashable {
    case automatic
    /// The rung of this key, until another selection. A key that a ladder does not have counts as automatic.
    case fixed(key: String)

    /// The index that stands for automatic selection: `SELECT_AVPTRACK_TYPE_VIDEO_AUTO`.
    package static let automaticIndex = -1

    /// Creates the selection of an entry in the list of streams; `nil` for an invalid index, which callers ignore.
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
