package import PlaybackModel

/// The order of a video's parts. Pure.
package struct ClipSequence: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case play(PlayPart)
        /// Nothing is left to play.
        case over
    }

    private let hasOutro: Bool
    package private(set) var part: PlayPart

    package init(hasIntro: Bool, hasOutro: Bool) {
        self.hasOutro = hasOutro
        part = hasIntro ? .intro : .main
    }

    /// The part is over, was skipped or, for a clip, failed (1090 never ends the main content).
    package mutating func next() -> Step {
        switch part {
        case .intro: part = .main
        case .main where hasOutro: part = .outro
        case .main, .outro, .advert: return .over
        }
        return .play(part)
    }
}
