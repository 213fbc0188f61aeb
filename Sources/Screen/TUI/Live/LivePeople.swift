import Cells
import ClassRules
import Classes
import PlayCore

/// Raised hands in their order, then everyone present.
extension ClassScreen {
    /// The oldest first, for those who answer them.
    var requestRows: [SpeakingRequest] {
        guard let view = live?.view, view.leads else { return [] }
        return view.live.requests.elements.filter { isFound(view.state.users.list[$0.user]?.user) }
    }

    var peopleCount: Int { requestRows.count + shownPeople.count }

    /// Returns the person with or without a raised hand.
    func person(at item: Int) -> UsersArea.Entry? {
        let requests = requestRows
        guard item < requests.count else {
            let place = item - requests.count
            let people = shownPeople
            return people.indices.contains(place) ? people[place] : nil
        }
        guard item >= 0 else { return nil }
        return live?.view.state.users.list[requests[item].user]
    }

    /// Returns `nil` for a person's own row.
    func request(at item: Int) -> SpeakingRequest? {
        let requests = requestRows
        return requests.indices.contains(item) ? requests[item] : nil
    }

    var handsText: String {
        let count = live?.view.live.requests.count ?? 0
        return count > 0 ? " !\(count)" : ""
    }

    func requestLines(_ glyphs: Glyphs, at now: HostTime) -> [ClassLine] {
        guard let live, live.view.leads else { return [] }
        var lines: [ClassLine] = []
        if live.view.live.areRequestsForbidden {
            lines.append(ClassLine(tr("Raising hands is switched off"), Theme.warning))
        }
        let requests = requestRows
        guard !requests.isEmpty else { return lines }
        let time = live.view.clock.time(at: now)
        for (item, request) in requests.enumerated() {
            let place = live.view.live.requests.elements.firstIndex { $0.user == request.user } ?? item
            let waiting = RequestTime(request, at: time)
            let user = person(at: item)?.user
            lines.append(
                ClassLine(
                    [
                        ClassLine.Word(text: "\(place + 1) " + glyphs.hand + " ", style: Theme.warning),
                        ClassLine.Word(text: ChatLines.name(user), style: Theme.bold),
                        ClassLine.Word(text: "  " + waiting.waitedText + "  ", style: Theme.dim),
                        ClassLine.Word(text: waiting.bar(6, glyphs), style: Theme.warning),
                    ], item: item))
        }
        lines.append(ClassLine(tr("y allow, n refuse, - lower"), Theme.dim))
        return lines
    }

    func liveMarks(_ user: ClassUser, _ glyphs: Glyphs) -> [String] {
        guard let live = live?.view.live else { return [] }
        var marks: [String] = []
        if let request = live.requests[user.id] {
            let place = live.requests.elements.firstIndex { $0.user == user.id }.map { $0 + 1 } ?? request.number
            marks.append(glyphs.hand + "\(place)")
        }
        if live.speakers[user.id] != nil { marks.append(tr("speaking")) }
        if live.invitations[user.id] != nil { marks.append(tr("invited")) }
        if live.drawingGrants.contains(user.id) { marks.append(tr("may draw")) }
        if live.chatBans[user.id] != nil { marks.append(tr("may not write")) }
        if let likes = live.likes[user.id] { marks.append(glyphs.like + "\(likes)") }
        return marks
    }
}

extension Glyphs {
    var hand: String { isASCII ? "^" : "↑" }
    var like: String { isASCII ? "+" : "♥" }
}
