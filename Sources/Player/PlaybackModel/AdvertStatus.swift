package import PlayCore

/// The advert that plays in place of the content. Unverified texts.
package struct AdvertStatus: Sendable, Equatable {
    /// The number within the break, from 1, or `nil` if still unknown. ``count`` is the number of adverts.
    package var number: Int?
    package var count = 1
    package var title: String?
    package var clock = ClockReading.zero
    package var duration: MediaTime?
    /// The position from which the advert may be skipped, or `nil` for never.
    package var skipTime: MediaTime?
    package var page: String?

    package init() {}

    package func left(at now: HostTime) -> MediaTime? {
        duration.map { max(.zero, $0 - clock.position(at: now)) }
    }

    package func wait(at now: HostTime) -> MediaTime? {
        skipTime.map { max(.zero, $0 - clock.position(at: now)) }
    }
}

/// An event of the adverts. `--log-events` and the socket report each, in order.
package enum AdvertEvent: Sendable, Equatable {
    case sequenceEnter(count: Int)
    case sequenceExit
    case enter(number: Int, count: Int, duration: MediaTime?)
    case exit(number: Int)
    /// The advert has played this far, in per cent.
    case progress(number: Int, percent: Int)
    case skip(number: Int)
    case click(number: Int)
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
