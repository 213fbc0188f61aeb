import PlayCore
import PlaybackModel

/// A break and its origin.
enum PlannedBreak {
    case document(AdvertBreak)
    case stream(StreamBreak)
}

extension BreakTime {
    init(_ place: StreamBreak.Place) {
        switch place {
        case .start: self = .start
        case .end: self = .end
        case .at(let time): self = .at(.time(time))
        }
    }
}

extension StreamBreak {
    /// The location of its film, or of its list.
    var location: String {
        switch content {
        case .film(let location), .list(let location): location
        }
    }
}
