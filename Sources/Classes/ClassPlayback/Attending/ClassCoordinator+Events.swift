import Classes
import PlayCore

extension ClassCoordinator {
    func handle(_ event: ClassClient.Event, at now: HostTime) {
        switch event {
        case .didEnter(nil):
            guard !view.isChatOnly, let (session, outline) = attendance.entered() else { return }
            onEnter(session, outline)
        case .didEnter(let error?) where livePlace.detour != nil: returnToLive(because: error)
        case .didEnter(.some) where attendance.live?.collectNews(at: now).end == .over(nil): onLeft()
        // A class has a page for the error.
        case .didEnter(let error?) where !view.isChatOnly: onRefuse(error)
        case .didEnter(let error?), .didReload(let error?):
            onNotice(.warning(SafeText.clean("\(error.reason) (\(error.code.rawValue))", limit: 200)))
        case .didExit(let error?):
            leave()
            onExit(error)
        case .didReload(nil), .didExit(nil): break
        }
    }

    func handle(_ event: ClassSeries.Event, at now: HostTime) {
        switch event {
        case .willLoad(let part):
            Log.shared.write(.info, "rooms", "part \(part + 1) is next")
            forgetPart()
            attendance.keepOnly(part)
        case .didLoad(let part, let error):
            Log.shared.write(.info, "rooms", "part \(part + 1): \(error?.reason ?? "loaded")")
            isStale = true
        case .room(let event): handle(event, at: now)
        }
    }

    func pass(_ event: ClassEvent) {
        switch event.kind {
        case .broadcast(let broadcast):
            broadcasts.tell(event)
            Log.shared.write(
                .info, "rooms", "broadcast \(broadcast.key): \(broadcast.value.map { "\($0)" } ?? "")")
        case .award(let award) where award.showsSpecialEffect:
            self.award = ShownAward(
                award, at: event.time, picture: award.picture.flatMap { location(of: $0) },
                film: award.film.flatMap { location(of: $0) },
                folder: attendance.source?.folder)
        default: break
        }
    }
}
