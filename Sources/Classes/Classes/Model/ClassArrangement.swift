package enum LayoutTemplate: String, Sendable, Equatable {
    case liveWall
    case videoOnly
    case doubleCamera
}

package enum SlideMode: String, Sendable, Equatable {
    case whole
    /// The page's margins are cut.
    case filling
    case stretched
}

package struct ClassArrangement: Sendable, Equatable {
    package var template: LayoutTemplate?
    package var slideMode: SlideMode?
}
