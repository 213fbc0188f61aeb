package import PlaybackModel

package struct ClipSequence: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case play(PlayPart)
        case over
    }

    private let hasOutro: Bool
    package private(set) var part: PlayPart

    package init(hasIntro: Bool, hasOutro: Bool) {
        self.hasOutro = hasOutro
        part = hasIntro ? .intro : .main
    }

    /// Moves to the next part after this one ended or was skipped, or a clip failed (1090 never ends the main content).
    package mutating func next() -> Step {
        switch part {
        case .intro: part = .main
        case .main where hasOutro: part = .outro
        case .main, .outro, .advert: return .over
        }
        return .play(part)
    }
}
