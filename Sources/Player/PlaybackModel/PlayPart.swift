/// INFO-14: which of a video's parts plays.
package enum PlayPart: String, Sendable, CaseIterable {
    case intro, main, outro
}
