/// The layouts of live streams. Volume and definition are where the player's own layout has them.
extension ControlLayout {
    /// The layout for streams without seeking back.
    package static let live = ControlLayout(
        views: liveViews, standard: [ids(0, 11, 12, 4, 5, 6, 7, 8, 9, 10)],
        compact: [ids(0, 11, 12, 4, 5, 6, 7, 8, 9, 10)])

    /// For streams with DVR: the slider covers the window in which seeking is possible.
    package static let liveDVR = ControlLayout(
        views: liveViews, standard: [ids(0, 11, 12, 1, 2, 3, 4, 6, 7, 8, 9, 10)],
        compact: [ids(2, 3, 4), ids(0, 11, 12, 1, 5, 6, 7, 8, 9, 10)])

    private static func ids(_ numbers: Int...) -> ControlRow { numbers.map { LayoutView.ID($0) } }

    private static let liveViews: [LayoutView] = [
        LayoutView(0, .playback),
        LayoutView(1, .jumpBack),
        LayoutView(2, .currentTime),
        LayoutView(3, .progress, elasticity: 24),
        LayoutView(4, .live, isRemoved: true),
        LayoutView(5, .title, width: .columns(1), elasticity: 1),
        LayoutView(6, .volume),
        LayoutView(7, .closedCaption, isRemoved: true),
        LayoutView(8, .definition, isRemoved: true),
        LayoutView(9, .screenMode),
        LayoutView(10, .externalRoute, isRemoved: true),
        LayoutView(11, .previous, isRemoved: true),
        LayoutView(12, .next, isRemoved: true),
    ]
}
