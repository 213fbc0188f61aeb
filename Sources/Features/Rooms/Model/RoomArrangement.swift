/// `BJVLayoutTemplate`: which panes of a recording are seen at first.
package enum LayoutTemplate: String, Sendable, Equatable {
    /// Those who take part, and no slides.
    case liveWall
    /// The video alone.
    case videoOnly
    /// Both videos, and no slides.
    case doubleCamera
}

/// How a page of the slides fits its pane.
package enum SlideMode: String, Sendable, Equatable {
    /// All of it is seen.
    case whole
    /// It fills the pane and loses its margins.
    case filling
    /// It takes the shape of the pane.
    case stretched
}

/// What a recording says of its panes before the viewer does. A value.
package struct RoomArrangement: Sendable, Equatable {
    package var template: LayoutTemplate?
    package var slideMode: SlideMode?
}
