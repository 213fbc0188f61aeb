/// Which of a video's parts plays.
package enum PlayPart: String, Sendable, CaseIterable {
    case intro, main, outro
}
