/// The panes of a recording that are visible at first.
package enum LayoutTemplate: String, Sendable, Equatable {
    /// The participants, without slides.
    case liveWall
    case videoOnly
    /// Both videos, without slides.
    case doubleCamera
}

/// The way in which a page of the slides fits its pane.
package enum SlideMode: String, Sendable, Equatable {
    case whole
    /// The page fills the pane and loses its margins.
    case filling
    /// The page takes the shape of the pane.
    case stretched
}

/// The recording's settings of the panes, which apply until the viewer changes them.
package struct ClassArrangement: Sendable, Equatable {
    package var template: LayoutTemplate?
    package var slideMode: SlideMode?
}
