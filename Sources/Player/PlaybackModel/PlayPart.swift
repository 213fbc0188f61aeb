package enum PlayPart: String, Sendable, CaseIterable {
    case intro, main, outro
    /// An advert plays in place of the content, which waits at its position.
    case advert
}
