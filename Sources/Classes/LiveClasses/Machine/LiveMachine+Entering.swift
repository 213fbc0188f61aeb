import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

/// Entering in steps: ticket, connection, room, state, earlier messages.
extension LiveMachine {
    // MARK: Ticket

    mutating func askForTicket(at now: HostTime) {
        nextKnock = nil
        show(.ticket, 0.05)
        switch entry.way {
        case .ticket(let ticket): receive(.success(ticket), at: now)
        case .server, .signIn: act(.askForTicket(resume: doorSecret))
        }
    }

    mutating func show(_ prompt: SignInPrompt) {
        guard stage == .entering(.ticket) else { return }
        view.loading?.signIn = ClassLoading.SignIn(address: prompt.address, code: prompt.code)
        renew()
    }

    mutating func receive(_ result: Result<ClassTicket, JoinError>, at now: HostTime) {
        switch (stage, result) {
        case (.entering(.ticket), .success(let ticket)):
            guard receive(ticket) else { return suspend(JoinError(.noClassServer).message) }
            connect()
        case (.entering(.ticket), .failure(let error)): keptOut(error, at: now)
        case (.lost, .success(let ticket)):
            guard receive(ticket) else { return end(.invalidToken, JoinError(.noClassServer).message) }
            setLink(.reconnecting)
            act(.reconnect(ticket))
        case (.lost, .failure(let error)):
            // An unreachable server is retried. A refusal is final.
            guard error.reason == .network else { return end(.invalidToken, error.message) }
            lineFailed(at: now)
        default: break
        }
    }

    private mutating func keptOut(_ error: JoinError, at now: HostTime) {
        switch error.reason {
        case .waiting:
            (isAtDoor, doorSecret) = (true, error.resume ?? doorSecret)
            nextKnock = now + .seconds(max(1, error.retryAfter ?? 2))
            let suspension = ClassLoading.Suspension(.waiting(error.message))
            guard view.loading?.suspension != suspension else { return }
            view.loading?.suspension = suspension
            renew()
        case .network where isAtDoor:
            // The server may be restarting. The viewer can also leave or retry at once.
            nextKnock = now + .seconds(5)
            suspend(error.message)
        default:
            isAtDoor = false
            suspend(error.message)
        }
    }

    mutating func knock(at now: HostTime) {
        guard stage == .entering(.ticket), let nextKnock, nextKnock <= now else { return }
        self.nextKnock = nil
        act(.askForTicket(resume: doorSecret))
    }

    /// Returns `false` if the ticket's addresses are invalid.
    private mutating func receive(_ ticket: ClassTicket) -> Bool {
        guard let room = XMPPAddress(ticket.room), XMPPAddress(ticket.keeper) != nil else { return false }
        if occupancy == nil {
            occupancy = RoomOccupancy(room: room, nick: ticket.user.name)
            outbox = MessageOutbox(room: room, prefix: prefix + "-c")
        }
        self.ticket = ticket
        view.me = ticket.user
        let domains = [ticket.room, ticket.jid, ticket.upload].compactMap { $0.flatMap { XMPPAddress($0)?.domain } }
        view.pictures = PictureOrigin(hosts: [ticket.server.host] + domains)
        view.media = ClassMedia(
            room: room.local ?? "",
            servers: ticket.media.map {
                ClassMedia.Server(name: $0.name, address: $0.address, token: $0.token, ports: $0.ports)
            })
        return true
    }

    /// Changes the addresses in a text to those that the viewer reaches.
    var reached: (String) -> String {
        let server = ticket?.server
        return { server?.reached($0) ?? $0 }
    }

    var room: XMPPAddress? { occupancy?.room }
    var keeper: XMPPAddress? { ticket.flatMap { XMPPAddress($0.keeper) } }

    // MARK: Connection and room

    private mutating func connect() {
        guard let ticket else { return }
        (isAtDoor, nextKnock) = (false, nil)
        stage = .entering(.connection)
        show(.connection, 0.2)
        act(.connect(ticket))
    }

    mutating func join(at now: HostTime) {
        if case .entering = stage {
            stage = .entering(.room)
            show(.room, 0.35)
        }
        if let stanza = occupancy?.join(at: now) { send(stanza) }
    }

    mutating func refused(_ refusal: RoomRefusal, at now: HostTime) {
        // Ticket holders are made members, but a busy server may not have done so yet.
        if refusal == .membersOnly, knocks.refused(at: now) { return }
        knocks = RoomKnocks()
        guard case .entering = stage else {
            // The viewer returns after an interruption and is no longer admitted.
            return end(.invalidToken, Self.words(refusal))
        }
        suspend(Self.words(refusal))
    }

    static func words(_ refusal: RoomRefusal) -> String {
        switch refusal {
        case .wrongPassword: tr("the room refuses the password")
        case .membersOnly: tr("the class is for invited people only")
        case .banned: tr("you have been excluded from this class")
        case .noRoom: tr("no such class on this server")
        case .full: tr("the class is full")
        case .nickTaken: tr("your name is taken in this class; enter with another one")
        case .noAnswer: tr("the room does not respond")
        case .other(let error): tr("the room refuses entry: %1", error.text.isEmpty ? error.condition : error.text)
        }
    }

    // MARK: State

    mutating func readState(at now: HostTime) {
        guard let room else { return }
        questions = questions.filter { $0.value != .state }
        reading = StateReading()
        if case .entering = stage {
            stage = .entering(.snapshot)
            show(.snapshot, 0.5)
        }
        ask(StateRequest(room: room.description), at: now)
    }

    private mutating func ask(_ request: StateRequest, at now: HostTime) {
        let question = requests.request(.get, to: keeper, request.element, at: now)
        guard let (id, stanza) = question else { return }
        questions[id] = .state
        send(stanza)
    }

    mutating func receiveState(_ answer: Result<XMLElement, RequestFailure>, at now: HostTime) {
        switch answer {
        case .success(let stanza):
            guard let page = stanza.children.lazy.compactMap({ StatePage($0) }).first, let room else {
                return stateFailed(tr("the class control sent data that tvplay cannot read"), at: now)
            }
            if reading?.lines.isEmpty == true, case .returning = stage, page.chain == chain {
                reading = nil
                return stateIsKnown(at: now)
            }
            let reached = reached
            switch reading?.add(page, room: room.description, reached: reached) ?? .broken {
            case .next(let request):
                if case .entering = stage { show(.snapshot, 0.5 + 0.25 * (reading?.progress ?? 0)) }
                ask(request, at: now)
            case .done(let page, let events): receive(page, events, at: now)
            case .broken: readState(at: now)
            }
        // The keeper has dropped the snapshot, because reading took too long.
        case .failure(.refused(let error)) where error.condition == "item-not-found" && reading?.lines.isEmpty == false:
            readState(at: now)
        case .failure(let failure): stateFailed(Self.words(failure), at: now)
        }
    }

    static func words(_ failure: RequestFailure) -> String {
        switch failure {
        case .refused(let error) where absences.contains(error.condition): tr("the class control is offline")
        case .refused(let error): tr("the class control refuses: %1", error.text.isEmpty ? error.condition : error.text)
        case .timedOut: tr("the class control does not respond")
        case .disconnected: tr("the connection broke")
        }
    }

    static let absences: Set = [
        "remote-server-not-found", "remote-server-timeout", "service-unavailable", "recipient-unavailable", "gone",
        // The keeper is present, but could not store the result.
        "internal-server-error",
    ]

    private mutating func stateFailed(_ reason: String, at now: HostTime) {
        reading = nil
        if case .entering = stage { return suspend(reason) }
        // The next beat requests the state again.
        setLink(.uncontrolled)
        if stage == .returning { stateIsKnown(at: now) }
    }

    private mutating func receive(_ page: StatePage, _ events: [ClassEvent], at now: HostTime) {
        (header, chain, reading) = (page.header, page.chain, nil)
        setClock(page.time, at: now)
        var state = ClassState()
        for event in events {
            ClassReducer.reduce(&state, event)
            book.note(event.kind)
        }
        let former = view.machine
        view.machine = ClassMachine(state: state, epoch: header.epoch)
        view.machine.follow(waitingOf: former)
        view.machine.know(view.me)
        followTerminal()
        if let old = view.survey.answer, old.id != state.live.survey?.id { view.survey.result = nil }
        renew()
        changeRoom(events, at: now)
        let waiting = waitingEvents
        waitingEvents = []
        for event in waiting { receive(event, at: now) }
        stateIsKnown(at: now)
    }

    private mutating func changeRoom(_ events: [ClassEvent], at now: HostTime) {
        guard let room else { return }
        var info = header.info(room: room.description)
        info.title = info.title ?? ticket?.title
        // The axis starts when the class was entered. Earlier times matter only to a duration, and there is none.
        info.startWallTime = axis.wallTime
        info.media = Self.streams(ticket).map { ClassInfo.Media($0) }
        act(.change(.room(info, events.map { shifted($0, at: now) })))
    }

    private static func streams(_ ticket: ClassTicket?) -> [String] {
        (ticket?.media ?? []).filter { $0.name == "hls" }.map(\.address)
    }

    func shifted(_ event: ClassEvent, at now: HostTime) -> ClassEvent {
        let wallTime = header.epoch &+ event.time.nanoseconds / 1_000_000
        return ClassEvent(axis.position(ofWallTime: wallTime, at: now), event.kind)
    }

    private mutating func stateIsKnown(at now: HostTime) {
        switch stage {
        case .entering: readBacklog(at: now)
        case .returning: readHistory(at: now)
        default: break
        }
    }

    // MARK: Inside

    mutating func enteredWhole(at now: HostTime) {
        show(.media, 0.95)
        stage = .inside
        view.loading = nil
        lastBeat = lastBeat ?? now
        setLink(.online)
        renew()
        if let room { selfPing = SelfPing(room: room, prefix: prefix, at: now) }
        for stanza in outbox?.unsent ?? [] { send(stanza) }
        sendActs(at: now)
    }

    mutating func continueLoading(_ isAgreed: Bool, at now: HostTime) {
        guard case .entering(let step) = stage, let suspension = view.loading?.suspension else { return }
        guard isAgreed else {
            if case .failed(let words) = suspension.reason { return end(.requestFailed, words) }
            return end(nil)
        }
        view.loading?.suspension = nil
        switch step {
        case .ticket: askForTicket(at: now)
        case .connection:
            show(.connection, 0.2)
            act(.reconnect(nil))
        case .room: join(at: now)
        case .snapshot: readState(at: now)
        case .history, .media: readBacklog(at: now)
        }
    }
}
