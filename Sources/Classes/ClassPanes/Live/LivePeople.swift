import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit

/// The list of people: those waiting to be admitted, then raised hands in their order, then everyone present.
extension ClassScreen {
    /// The people waiting to be admitted; empty if the viewer cannot admit them.
    var waitingRows: [ClassUser] {
        guard let view = live?.view, view.leads else { return [] }
        return view.machine.waiting.filter { isFound($0) }
    }

    /// Returns the waiting person of a row, or `nil`.
    func waiting(at item: Int) -> ClassUser? {
        let rows = waitingRows
        return rows.indices.contains(item) ? rows[item] : nil
    }

    var rowsBeforePeople: Int { waitingRows.count + requestRows.count }

    /// The requests to speak, oldest first; empty if the viewer cannot answer them.
    var requestRows: [SpeakingRequest] {
        guard let view = live?.view, view.leads else { return [] }
        return view.live.requests.elements.filter { isFound(view.state.users.list[$0.user]?.user) }
    }

    var peopleCount: Int { rowsBeforePeople + shownPeople.count }

    /// Returns the person of a row. The row may be that of a raised hand.
    func person(at item: Int) -> UsersArea.Entry? {
        if let request = request(at: item) { return live?.view.state.users.list[request.user] }
        let place = item - rowsBeforePeople
        let people = shownPeople
        return people.indices.contains(place) ? people[place] : nil
    }

    /// Returns the request of a row, or `nil`.
    func request(at item: Int) -> SpeakingRequest? {
        let requests = requestRows
        let place = item - waitingRows.count
        return requests.indices.contains(place) ? requests[place] : nil
    }

    var handsText: String {
        let count = live?.view.live.requests.count ?? 0
        return count > 0 ? " !\(count)" : ""
    }

    func requestLines(_ glyphs: Glyphs, at now: HostTime) -> [ClassLine] {
        guard let live, live.view.leads else { return [] }
        var lines = waitingLines(live, glyphs)
        if live.view.live.areRequestsForbidden {
            lines.append(ClassLine(tr("Raising hands is switched off"), Theme.warning))
        }
        let requests = requestRows
        guard !requests.isEmpty else { return lines }
        let time = live.view.clock.time(at: now)
        for (item, request) in requests.enumerated() {
            let place = live.view.live.requests.elements.firstIndex { $0.user == request.user } ?? item
            let waiting = RequestTime(request, at: time)
            let user = live.view.state.users.list[request.user]?.user
            lines.append(
                ClassLine(
                    [
                        ClassLine.Word(text: "\(place + 1) " + glyphs.hand + " ", style: Theme.warning),
                        ClassLine.Word(text: ChatLines.name(user), style: Theme.bold),
                        ClassLine.Word(text: "  " + waiting.waitedText + "  ", style: Theme.dim),
                        ClassLine.Word(text: waiting.bar(6, glyphs), style: Theme.warning),
                    ], item: item + waitingRows.count))
        }
        lines.append(ClassLine(tr("y allow, n refuse, - lower"), Theme.dim))
        return lines
    }

    private func waitingLines(_ live: LiveScreen, _ glyphs: Glyphs) -> [ClassLine] {
        let rows = waitingRows
        var lines = rows.enumerated().map { item, user in
            ClassLine(
                [
                    ClassLine.Word(text: glyphs.rest + " ", style: Theme.warning),
                    ClassLine.Word(text: ChatLines.name(user), style: Theme.bold),
                    ClassLine.Word(text: "  " + tr("waits to enter"), style: Theme.dim),
                ], item: item)
        }
        let more = live.view.machine.waitingCount - live.view.machine.waiting.count
        if more > 0, peopleQuery == nil {
            lines.append(ClassLine(trn("and %1 more person", "and %1 more people", more), Theme.dim))
        }
        if !rows.isEmpty { lines.append(ClassLine(tr("y let in, n refuse"), Theme.dim)) }
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
