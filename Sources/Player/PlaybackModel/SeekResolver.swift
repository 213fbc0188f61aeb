package import PlayCore

package struct SeekResolver: Sendable {
    package let base: MediaTime
    package let duration: MediaTime?
    package let chapters: [Chapter]
    /// The range for seeks in a live item, which has no duration.
    package let window: MediaRange?

    package init(base: MediaTime, duration: MediaTime?, chapters: [Chapter], window: MediaRange? = nil) {
        self.base = base
        self.duration = duration
        self.chapters = chapters
        self.window = window
    }

    package enum Resolution: Sendable, Equatable {
        /// `isForward`: a seek by key frame never ends before `base`.
        case time(MediaTime, isForward: Bool)
        case share(Double)
        case none
    }

    package func resolve(_ target: SeekTarget) -> Resolution {
        switch target {
        case .absolute(let time):
            // A negative time counts from the end.
            let wanted = time < .zero ? (duration ?? window?.end ?? .zero) + time : time
            return .time(clamp(wanted), isForward: false)
        case .relative(let distance):
            return .time(clamp(base + distance), isForward: distance > .zero)
        case .percent(let percent):
            let share = min(max(percent.isNaN ? 0 : percent, 0), 100) / 100
            guard let whole = duration.map({ MediaRange(start: .zero, end: $0) }) ?? window else {
                return .share(share)
            }
            return .time(whole.start + (whole.end - whole.start).scaled(by: share), isForward: false)
        case .chapter(let index):
            if index == chapters.count, index > 0, let duration { return .time(duration, isForward: false) }
            guard chapters.indices.contains(index) else { return .none }
            return .time(clamp(chapters[index].range.start), isForward: false)
        }
    }

    private func clamp(_ time: MediaTime) -> MediaTime {
        let low = max(.zero, time)
        return duration.map { min(low, $0) } ?? low
    }
}
