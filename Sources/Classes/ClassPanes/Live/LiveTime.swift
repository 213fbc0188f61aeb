import ClassRules
import Classes
package import PlayCore
import ScreenKit

extension ClassScreen {
    /// Returns the milliseconds between visible changes, or `nil` if no time is shown.
    private func liveInterval(at now: HostTime) -> Int64? {
        guard let live else { return nil }
        if live.ownRequest?.deadline != nil { return 100 }
        let isCounting =
            switch live.view.link {
            case .lost(question: .some): true
            default: false
            }
        let awaits = live.view.leads && !live.view.live.requests.isEmpty || live.view.live.survey?.deadline != nil
        return isCounting || awaits || live.waitForTeacher(at: now) != nil || live.view.chatWait(at: now) > 0
            || live.view.live.chatBans[live.view.me.id] != nil ? 250 : nil
    }

    /// Returns the number of the visible step of time, or `nil` if no time is shown.
    package func liveStep(at now: HostTime) -> Int64? {
        guard let live, let interval = liveInterval(at: now) else { return nil }
        return live.view.clock.time(at: now) / interval
    }

    package func nextLiveStep(after now: HostTime) -> HostTime? {
        guard let live, let interval = liveInterval(at: now), let step = liveStep(at: now) else { return nil }
        // The extra millisecond ensures that the step has changed.
        return live.view.clock.instant(of: (step + 1) * interval) + .milliseconds(1)
    }
}

struct RequestTime: Equatable {
    /// The milliseconds since the hand was raised.
    let waited: Int64
    /// The milliseconds until the hand is lowered, or `nil` if it stays raised.
    let left: Int64?
    private let whole: Int64

    init(_ request: SpeakingRequest, at time: Int64) {
        let whole = max(1, request.deadline.map { $0 &- request.since } ?? 1)
        self.whole = whole
        waited = max(0, time - request.since)
        left = request.deadline.map { min(max(0, $0 &- time), whole) }
    }

    /// Text such as `0:12`.
    var waitedText: String { TimeText.format(.seconds(Int(waited / 1000))) }

    /// Text such as `12.3 s`, or `nil` if the hand stays raised.
    var leftText: String? { left.map { tr("%1 s", "\($0 / 1000).\($0 % 1000 / 100)") } }

    /// Returns the bar of the remaining time, or an empty text if the hand stays raised.
    func bar(_ columns: Int, _ glyphs: Glyphs) -> String {
        guard let left else { return "" }
        let full = Int((Double(left) / Double(whole) * Double(columns)).rounded(.up))
        return String(repeating: glyphs.done, count: min(full, columns))
            + String(repeating: glyphs.rest, count: max(0, columns - full))
    }
}
