import Classes
import PlayCore

/// The film of the current award. At most one is decoded, because a newer award replaces it.
extension ClassCoordinator {
    func followEffect(_ reading: ClockReading, at now: HostTime) {
        effect.show(award?.item)
        effect.follow(reading, at: now)
        guard let award, award.view.film != nil else { return }
        if let error = effect.failure {
            Log.shared.write(.warning, "rooms", "film of an award: \(error)")
            change(award.withoutFilm, at: now)
        } else if let length = effect.duration, award.end > award.start + length {
            change(award.ending(after: length), at: now)
        }
    }

    private func change(_ new: ShownAward, at now: HostTime) {
        award = new
        due = now
        isStale = true
    }
}

extension ShownAward {
    fileprivate var item: FollowingVideo.Item? {
        view.film.map { FollowingVideo.Item(location: $0.location, start: start, alpha: $0.alpha) }
    }
}
