import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

extension LiveMachine {
    mutating func receive(_ news: XMPPNews, at now: HostTime) {
        switch news {
        case .online(let session): online(session, at: now)
        case .offline(let failure): offline(failure, at: now)
        case .stanza(let stanza): receive(stanza, at: now)
        }
    }

    // MARK: Stanzas

    private mutating func receive(_ stanza: XMLElement, at now: HostTime) {
        if let request = IncomingRequest(stanza) { return send(request.usualAnswer) }
        if let verdict = selfPing?.received(stanza, at: now) { receive(verdict, at: now) }
        if let answer = requests.received(stanza) { return receive(answer, at: now) }
        if history != nil { receiveHistory(stanza, at: now) }
        if backlog != nil { receiveBacklog(stanza, at: now) }
        if older != nil { receiveOlder(stanza, at: now) }
        if stanza.name == "message" { receiveNotice(stanza, at: now) }
        guard let (news, stanzas) = occupancy?.received(stanza, at: now) else { return }
        for stanza in stanzas { send(stanza) }
        receive(news, at: now)
    }

    mutating func receive(_ news: [RoomNews], at now: HostTime) {
        for news in news { receive(news, at: now) }
    }

    private mutating func receive(_ news: RoomNews, at now: HostTime) {
        switch news {
        case .joined: joined(at: now)
        case .refused(let refusal): refused(refusal, at: now)
        case .departed(let departure): departed(departure, at: now)
        case .message(let message):
            if let event = EventStanza(message: message.stanza) {
                receive(event, message, at: now)
                // The archive contains the event, so later messages are requested from there on.
                if let id = message.archiveID, stage == .inside { lastArchiveID = id }
            } else {
                receiveLive(.message(message), at: now)
            }
        case .rejected(let id, let error): rejected(id, error)
        case .retracted(let retraction): receiveLive(.retracted(retraction), at: now)
        case .entered, .changed, .left, .subject, .voiceRequested, .configured: break
        }
    }

    private mutating func joined(at now: HostTime) {
        knocks = RoomKnocks()
        waitingEvents = []
        readState(at: now)
    }

    private mutating func departed(_ departure: RoomDeparture, at now: HostTime) {
        switch stage {
        case .leaving, .over: return
        case .entering, .inside, .lost, .returning: break
        }
        let reason = departure.reason.map { ": " + $0 } ?? ""
        switch departure.cause {
        case .lost, .serverEnds, .own: rejoin(at: now)
        case .kicked: end(.invalidToken, tr("you have been removed from the class") + reason)
        case .banned, .notAMember: end(.invalidToken, tr("you have been excluded from this class") + reason)
        case .roomDestroyed: end(.invalidTime, tr("the class is over") + reason)
        }
    }

    mutating func rejoin(at now: HostTime) {
        if stage == .inside { stage = .returning }
        resetSession()
        join(at: now)
    }

    // MARK: The connection

    private mutating func online(_ session: XMPPSession, at now: HostTime) {
        switch stage {
        case .entering: join(at: now)
        case .lost where session.isResumed: resumed(at: now)
        case .lost:
            unhanded = []
            stage = .returning
            resetSession()
            join(at: now)
        default: break
        }
    }

    /// Continues the session. The server has kept it together with all pending stanzas.
    private mutating func resumed(at now: HostTime) {
        stage = wasReturning ? .returning : .inside
        lastBeat = now
        setLink(.online)
        if wasReturning {
            // Requests may have been abandoned during the interruption.
            if reading == nil, history == nil { readState(at: now) }
            return
        }
        for stanza in unhanded { send(stanza) }
        unhanded = []
        sendActs(at: now)
    }

    /// The server will not answer the previous session's requests.
    private mutating func resetSession() {
        _ = occupancy?.disconnected()
        for answer in requests.disconnected() { if case .act(let id) = questions[answer.id] { unsend(id) } }
        questions = [:]
        (reading, history, backlog) = (nil, nil, nil)
        reportFailed(Self.words(.disconnected))
        if older != nil {
            older = nil
            act(.change(.olderChat([])))
        }
        waitingEvents = []
        waitingChat = []
    }

    private mutating func unsend(_ id: String) {
        guard let index = acts.firstIndex(where: { $0.id == id }) else { return }
        (acts[index].sent, acts[index].retry) = (nil, nil)
    }

    private mutating func offline(_ failure: XMPPFailure, at now: HostTime) {
        Log.shared.write(.info, "live", "offline: \(failure)")
        knocks.disconnected()
        switch stage {
        case .entering(let step):
            guard step != .ticket else { return }
            resetSession()
            stage = .entering(.connection)
            show(.connection, 0.2)
            suspend(failure.reason)
        case .inside, .returning:
            wasReturning = stage == .returning
            stage = .lost(attempts: 0)
            selfPing = room.map { SelfPing(room: $0, prefix: prefix, at: now) }
            // Most interruptions are short, so the first attempt needs no question.
            if failure.isFinal { finalFailure(failure) } else { reconnect() }
        case .lost: if failure.isFinal { finalFailure(failure) } else { lineFailed(at: now) }
        case .leaving: finishLeaving()
        case .over: break
        }
    }

    /// Requests another ticket if the token was refused. Other final failures end the class.
    private mutating func finalFailure(_ failure: XMPPFailure) {
        guard case .refused = failure, case .lost(let attempts) = stage, attempts < 100, !entry.isByTicket else {
            return end(.requestFailed, failure.reason)
        }
        stage = .lost(attempts: 100)
        setLink(.reconnecting)
        act(.askForTicket(resume: ticket?.resume))
    }

    mutating func reconnect() {
        setLink(.reconnecting)
        act(.reconnect(nil))
    }

    /// The viewer can also start the next attempt at once, or end the class.
    mutating func lineFailed(at now: HostTime) {
        guard case .lost(let attempts) = stage else { return }
        stage = .lost(attempts: attempts + 1)
        // The clients of a restarted server return within two seconds.
        let seconds = attempts < 60 ? 1 : attempts < 90 ? 5 : 10
        setLink(.lost(question: now + .seconds(seconds)))
    }

    mutating func answerReconnection(_ isWished: Bool) {
        guard case .lost = stage, case .lost = view.link else { return }
        if isWished { reconnect() } else { end(.requestFailed, tr("the connection broke")) }
    }

    /// Resumes the class once everything missed has been read.
    mutating func returned(at now: HostTime) {
        guard stage == .returning else { return }
        stage = .inside
        lastBeat = now
        if view.link != .uncontrolled { setLink(.online) }
        if let room { selfPing = SelfPing(room: room, prefix: prefix, at: now) }
        for stanza in outbox?.unsent ?? [] { send(stanza) }
        sendActs(at: now)
    }
}
