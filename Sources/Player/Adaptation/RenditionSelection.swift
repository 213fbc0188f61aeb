/// Who chooses the rendition.
package enum RenditionSelection: Sendable, Hashable {
    case automatic
    /// The rung of this key, until something else is said. One that a ladder does not have is no choice: it adapts.
    case fixed(key: String)

    /// The index that stands for adapting: `SELECT_AVPTRACK_TYPE_VIDEO_AUTO`.
    package static let automaticIndex = -1

    /// What choosing entry `index` of the list of streams means; nil for an index that is none (ignored).
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
