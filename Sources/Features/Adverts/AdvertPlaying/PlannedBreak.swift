import PlayCore
import PlaybackModel

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
    var location: String {
        switch content {
        case .film(let location), .list(let location): location
        }
    }
}
