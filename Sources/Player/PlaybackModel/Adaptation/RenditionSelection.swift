package enum RenditionSelection: Sendable, Hashable {
    case automatic
    /// Lasts until another selection. An unknown key means automatic.
    case fixed(key: String)

    /// `SELECT_AVPTRACK_TYPE_VIDEO_AUTO`.
    package static let automaticIndex = -1

    /// `index` is that of the list of streams. Returns `nil` if it is invalid.
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
