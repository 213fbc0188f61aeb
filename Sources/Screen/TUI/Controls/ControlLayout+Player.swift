extension ControlLayout {
    /// The layout of the player, in one row or two. Volume, speed and definition are at the right. Captions, definition
    /// and route are removed until there is a choice.
    package static let player = ControlLayout(
        views: playerViews,
        standard: [ids(0, 15, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 13, 14)],
        compact: [ids(2, 5, 4), ids(0, 15, 16, 1, 17, 9, 10, 11, 12, 18, 13, 14)])

    private static func ids(_ numbers: Int...) -> ControlRow { numbers.map { LayoutView.ID($0) } }

    private static let playerViews: [LayoutView] = [
        LayoutView(0, .playback),
        LayoutView(1, .jumpBack),
        LayoutView(2, .currentTime),
        LayoutView(3, .timeSeparator),
        LayoutView(4, .duration),
        // The slider gets nearly all spare columns, because viewers click on it. The others separate the title.
        LayoutView(5, .progress, elasticity: 24),
        .spacer(6),
        LayoutView(7, .title),
        .spacer(8),
        LayoutView(9, .volume),
        LayoutView(10, .speed),
        LayoutView(11, .closedCaption, isRemoved: true),
        LayoutView(12, .definition, isRemoved: true),
        LayoutView(13, .screenMode),
        LayoutView(14, .externalRoute, isRemoved: true),
        LayoutView(15, .previous, isRemoved: true),
        LayoutView(16, .next, isRemoved: true),
        // On two rows the title gets the columns that the buttons leave.
        LayoutView(18, .goggles, isRemoved: true),
        LayoutView(17, .title, width: .columns(1), elasticity: 1),
    ]
}
