import PlayCore

/// Which tracks play. Pure.
struct TrackSelector: Sendable {
    let tracks: [TrackInfo]

    /// Tracks that were wanted but have no decoder come back in `skipped`.
    func video(_ choice: SessionOptions.TrackChoice) -> (track: Int?, skipped: [TrackInfo]) {
        select(choice) {
            if case .video = $0.kind { return true }
            return false
        }
    }

    func audio(_ choice: SessionOptions.TrackChoice) -> (track: Int?, skipped: [TrackInfo]) {
        select(choice) {
            if case .audio = $0.kind { return true }
            return false
        }
    }

    private func select(
        _ choice: SessionOptions.TrackChoice, _ isOfKind: (TrackInfo) -> Bool
    ) -> (track: Int?, skipped: [TrackInfo]) {
        let all = tracks.filter(isOfKind)
        let decodable = all.filter(\.isDecodable)
        switch choice {
        case .none: return (nil, [])
        case .number(let number):
            guard all.indices.contains(number - 1) else { return (nil, []) }
            let wanted = all[number - 1]
            return wanted.isDecodable ? (wanted.id, []) : (nil, [wanted])
        case .automatic:
            let chosen = decodable.first(where: \.isDefault) ?? decodable.first
            return (chosen?.id, chosen == nil ? all : [])
        }
    }
}
