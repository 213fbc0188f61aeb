package import PlayCore

/// The advert that plays in place of the content. A value; unverified texts.
package struct AdvertStatus: Sendable, Equatable {
    /// Which of the break it is, from 1, and of how many; nil: it is not known yet what plays.
    package var number: Int?
    package var count = 1
    package var title: String?
    /// The advert's own.
    package var clock = ClockReading.zero
    package var duration: MediaTime?
    /// From here on it may be skipped; nil: never.
    package var skipTime: MediaTime?
    /// The page behind it.
    package var page: String?

    package init() {}

    /// How much of it is left; nil: it has no known length.
    package func left(at now: HostTime) -> MediaTime? {
        duration.map { max(.zero, $0 - clock.position(at: now)) }
    }

    /// How long it cannot be skipped yet; nil: it cannot be skipped at all.
    package func wait(at now: HostTime) -> MediaTime? {
        skipTime.map { max(.zero, $0 - clock.position(at: now)) }
    }
}

/// What happens to adverts, in the order of happening; `--log-events` and the socket tell each.
package enum AdvertEvent: Sendable, Equatable {
    /// A break begins.
    case sequenceEnter(count: Int)
    case sequenceExit
    case enter(number: Int, count: Int, duration: MediaTime?)
    case exit(number: Int)
    /// So much of it has played, in per cent.
    case progress(number: Int, percent: Int)
    case skip(number: Int)
    case click(number: Int)
    /// VAST's number of the reason.
    case error(code: Int)

    package var name: String {
        switch self {
        case .sequenceEnter: "AdSequenceEnter"
        case .sequenceExit: "AdSequenceExit"
        case .enter: "AdEnter"
        case .exit: "AdExit"
        case .progress: "AdProgress"
        case .skip: "AdSkip"
        case .click: "AdClick"
        case .error: "AdError"
        }
    }

    /// Its numbers, in order.
    package var fields: [(name: String, value: Int)] {
        switch self {
        case .sequenceEnter(let count): [("count", count)]
        case .sequenceExit: []
        case .enter(let number, let count, let duration):
            [("number", number), ("count", count)]
                + (duration.map { [("duration", Int($0.inSeconds.rounded()))] } ?? [])
        case .exit(let number), .skip(let number), .click(let number): [("number", number)]
        case .progress(let number, let percent): [("number", number), ("percent", percent)]
        case .error(let code): [("code", code)]
        }
    }
}
