package import Cells
package import Playlists

/// The state of the player and the screen on which a feature's page depends. The root makes one for each event and each
/// drawing of an open page, so no second copy needs updates.
package struct PlayerContext: Sendable {
    package let terminal: TerminalTraits
    package var message: Message?
    /// The area without the floating picture.
    package var area: Rect
    package var floatingFrame: Rect?
    /// Whether the viewer sees the page, without help above it.
    package var isVisible = true
    /// Whether the screen shows something else once the page closes.
    package var canClose = true
    /// Why the item cannot play. Unverified text.
    package var failure: String?
    /// The playing item, or one that could resume.
    package var item: PlaylistContents.Item?
    package var attendedClass: String?

    /// From this number of rows on, an area has space for headings above its list.
    package static let enoughRows = 9

    package init(_ terminal: TerminalTraits) {
        self.terminal = terminal
        area = Rect(column: 0, row: 0, width: terminal.columns, height: terminal.rows)
    }
}
