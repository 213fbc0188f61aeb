/// Which of a video's parts plays.
package enum PlayPart: String, Sendable, CaseIterable {
    case intro, main, outro
    /// In place of the content, which waits where it was.
    case advert
}
