import ClassRules
import Classes
import PlayCore

extension AppState {
    /// Returns the milliseconds between changes on the screen, or `nil` if nothing counts.
    private func liveInterval(at now: HostTime) -> Int64? {
        guard let live = room?.live else { return nil }
        if live.ownRequest != nil { return 100 }
        let isCounting =
            switch live.view.link {
            case .lost(question: .some): true
            default: false
            }
        let awaits = live.view.leads && !live.view.live.requests.isEmpty || live.view.live.survey?.deadline != nil
        return isCounting || awaits || live.waitForTeacher(at: now) != nil || live.view.chatWait(at: now) > 0
            || live.view.live.chatBans[live.view.me.id] != nil ? 250 : nil
    }

    func liveStep(at now: HostTime) -> Int64? {
        guard let live = room?.live, let interval = liveInterval(at: now) else { return nil }
        return live.view.clock.time(at: now) / interval
    }

    func nextLiveStep(after now: HostTime) -> HostTime? {
        guard let live = room?.live, let interval = liveInterval(at: now), let step = liveStep(at: now) else {
            return nil
        }
        // A millisecond later the step has surely changed.
        return live.view.clock.instant(of: (step + 1) * interval) + .milliseconds(1)
    }
}

struct RequestTime: Equatable {
    /// Milliseconds.
    let waited: Int64
    let left: Int64
    private let whole: Int64

    init(_ request: SpeakingRequest, at time: Int64) {
        whole = max(1, request.deadline - request.since)
        waited = max(0, time - request.since)
        left = min(max(0, request.deadline - time), whole)
    }

    /// `0:12`.
    var waitedText: String { TimeText.format(.seconds(Int(waited / 1000))) }

    /// `12.3 s`.
    var leftText: String { tr("%1 s", "\(left / 1000).\(left % 1000 / 100)") }

    func bar(_ columns: Int, _ glyphs: Glyphs) -> String {
        let full = Int((Double(left) / Double(whole) * Double(columns)).rounded(.up))
        return String(repeating: glyphs.done, count: min(full, columns))
            + String(repeating: glyphs.rest, count: max(0, columns - full))
    }
}
