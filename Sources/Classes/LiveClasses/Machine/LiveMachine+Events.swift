import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

/// The keeper's messages: events in their order, beats, and notices for this viewer alone.
extension LiveMachine {
    /// Whether the room's owner sent the message, not another occupant with the same nickname.
    func isKeepers(_ message: RoomMessage) -> Bool {
        guard let nick = message.nick, let occupant = occupancy?.occupants[nick], occupant.affiliation == .owner else {
            return false
        }
        return occupant.occupantID == nil || occupant.occupantID == message.occupantID
    }

    mutating func receive(_ stanza: EventStanza, _ message: RoomMessage, at now: HostTime) {
        // Ignores archived messages, because a person who had the nickname at that time may have forged them. The state
        // contains all events.
        guard isKeepers(message), !message.isHistory else { return }
        heardKeeper(at: now)
        switch stanza {
        case .beat(let number, let hash, let time):
            setClock(time, at: now)
            if stage == .inside { sendLostActs(at: now) }
            guard reading == nil, hasState, !chain.isAbreast(number: number, hash: hash) else { return }
            Log.shared.write(.info, "live", "behind at \(chain.number), the class is at \(number)")
            readState(at: now)
        case .event(let number, let line, let hash):
            let event = WaitingEvent(number: number, line: line, hash: hash)
            if reading != nil || !hasState {
                if waitingEvents.count < Self.waitingLimit { waitingEvents.append(event) }
            } else {
                receive(event, at: now)
            }
        }
    }

    private static let waitingLimit = 4_096

    private var hasState: Bool {
        switch stage {
        case .inside, .returning: true
        case .entering(let step): step == .history || step == .media
        case .lost, .leaving, .over: false
        }
    }

    mutating func receive(_ event: WaitingEvent, at now: HostTime) {
        let reached = reached
        switch chain.follow(number: event.number, line: event.line, hash: event.hash, reached: reached) {
        case .next(let event): follow(event, at: now)
        case .known: break
        case .gap:
            Log.shared.write(.info, "live", "events are missing after \(chain.number)")
            readState(at: now)
        case .unreadable(let problem): Log.shared.write(.warning, "live", "event \(event.number): \(problem)")
        }
    }

    private mutating func follow(_ event: ClassEvent, at now: HostTime) {
        setClock(header.epoch &+ event.time.nanoseconds / 1_000_000, at: now)
        book.note(event.kind)
        noteForViewer(event)
        view.machine.follow(event)
        view.machine.know(view.me)
        leaveMissingPage()
        followTerminal()
        renew()
        // A timer counts from its own time, even if its event was delayed.
        let isTimer = if case .timer = event.kind { true } else { false }
        let placed = isTimer ? shifted(event, at: now) : ClassEvent(axis.position(at: now), event.kind)
        act(.change(.events([placed], canWait: false)))
    }

    private mutating func leaveMissingPage() {
        guard let page = view.localPage, view.state.documents.document(page.key.document) == nil else { return }
        lookAt(nil)
    }

    mutating func setClock(_ time: Int64, at now: HostTime) {
        let time = keeperClock.hear(time, at: now)
        guard time != view.clock.time(at: now) else { return }
        view.clock = ClassClock(time: time, at: now)
        axis.set(wallTime: time, at: now)
        renew()
    }

    private mutating func heardKeeper(at now: HostTime) {
        lastBeat = now
        guard view.link == .uncontrolled, stage == .inside else { return }
        setLink(.online)
        sendActs(at: now)
    }

    private mutating func noteForViewer(_ event: ClassEvent) {
        guard case .live(let live) = event.kind else { return }
        switch live {
        case .speakingRequestEnded(let end) where end.user == view.me.id: tell(.requestEnded(end))
        case .surveyOpened:
            view.survey.answer = nil
            view.survey.verdict = nil
            view.survey.result = nil
        default: break
        }
    }

    mutating func receiveNotice(_ message: XMLElement, at now: HostTime) {
        guard message["type"] != "groupchat", message["type"] != "error",
            let from = message["from"].flatMap({ XMPPAddress($0) }), let keeper, from.bare == keeper.bare,
            let stanza = NoticeStanza(message: message), stanza.room == room?.description
        else { return }
        switch stanza.notice {
        case .surveyResult(let result): view.survey.result = result
        case .surveyVerdict(let id, let verdict):
            guard view.survey.answer == nil || view.survey.answer?.id == id else { break }
            view.survey.verdict = verdict
            if verdict == .right { view.survey.rightCount += 1 }
            if verdict == .wrong { view.survey.wrongCount += 1 }
        case .privateMessage(let message): return receive(message, at: now)
        case .waiting(let users, let count): view.machine.follow(waiting: users, count: count)
        case .recordingPlace(let address): view.note(recording: address)
        case .invitation, .remote, .recordingFailed, .turnedAway: break
        }
        renew()
        tell(.notice(stanza.notice))
    }
}
