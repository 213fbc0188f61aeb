import ClassRules
package import PlayCore
import Signalling
import XML

extension LiveMachine {
    /// Without a beat, the keeper is absent after this time. It sends one every five seconds.
    static let beatLimit = HostTime.seconds(15)
    /// Before an undelivered act is sent again while the keeper is silent.
    static let actPause = HostTime.seconds(5)

    package var nextDeadline: HostTime? {
        var deadlines: [HostTime?] = []
        switch stage {
        case .over: return nil
        case .leaving(let until): deadlines.append(until)
        case .lost:
            if case .lost(let question?) = view.link { deadlines.append(question) }
        case .inside, .returning:
            deadlines.append(selfPing?.nextDeadline)
            if let lastBeat, view.link == .online { deadlines.append(lastBeat + Self.beatLimit) }
            deadlines += acts.map(\.retry)
            if stage == .inside { deadlines.append(terminal?.nextLook) }
        case .entering: deadlines.append(nextKnock)
        }
        deadlines += [
            requests.nextDeadline, occupancy?.nextDeadline, history?.nextDeadline, backlog?.nextDeadline,
            older?.nextDeadline, knocks.next,
        ]
        return deadlines.compactMap(\.self).min()
    }

    mutating func expireAll(at now: HostTime) {
        switch stage {
        case .leaving(let until) where until <= now: return finishLeaving()
        case .lost:
            if case .lost(let question?) = view.link, question <= now { reconnect() }
        case .inside, .returning: expireInside(at: now)
        case .entering: knock(at: now)
        default: break
        }
        if knocks.knocks(at: now), isAtTheDoor { join(at: now) }
        for answer in requests.expire(at: now) { receive(answer, at: now) }
        if let news = occupancy?.expire(at: now) { receive(news, at: now) }
        if let (items, outcome) = history?.expire(at: now) { receive(items, outcome, at: now) }
        if let outcome = backlog?.expire(at: now) { receiveBacklog(outcome, at: now) }
        if let outcome = older?.expire(at: now) { receiveOlder(outcome, at: now) }
    }

    private var isAtTheDoor: Bool {
        switch stage {
        case .entering(.room), .returning: occupancy?.state == .outside
        default: false
        }
    }

    private mutating func expireInside(at now: HostTime) {
        if let nick = occupancy?.nick, let (stanza, verdict) = selfPing?.tick(nick: nick, at: now) {
            if let stanza { send(stanza) }
            if let verdict { receive(verdict, at: now) }
        }
        if let lastBeat, view.link == .online, lastBeat + Self.beatLimit <= now { setLink(.uncontrolled) }
        lookAtTerminal(at: now)
        for index in acts.indices where acts[index].retry.map({ $0 <= now }) ?? false { sendAct(at: index, now) }
    }

    mutating func receive(_ verdict: SelfPing.Verdict, at now: HostTime) {
        guard verdict == .isOut, stage == .inside else { return }
        Log.shared.write(.info, "live", "the room has forgotten us")
        rejoin(at: now)
    }
}
