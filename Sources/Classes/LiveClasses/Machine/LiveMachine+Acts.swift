import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

struct OpenAct: Sendable, Equatable {
    let id: String
    let wish: ClassWish
    /// `nil` if no answer is pending.
    var sent: HostTime?
    /// `nil` while an answer is pending, or until the next beat.
    var retry: HostTime?
}

/// Each wish has its own ID, is repeated after an interruption, and is performed once.
extension LiveMachine {
    /// More than a viewer makes during an interruption.
    private static let actLimit = 200
    /// The keeper answers at once, so a later beat without an answer means that the act was lost.
    private static let answerLimit = HostTime.seconds(1)

    mutating func wish(_ wish: ClassWish, at now: HostTime) {
        guard acts.count < Self.actLimit else { return tell(.failure(tr("Too many requests wait for an answer"))) }
        // A hand raised repeatedly during an interruption is sent once.
        if wish == .requestToSpeak, acts.contains(where: { $0.wish == wish }) {
            return tell(.answer(wish, ClassError(.alreadyRequested)))
        }
        acts.append(OpenAct(id: nextID(), wish: wish))
        updateOpenWishes()
        guard stage == .inside, view.link == .online else { return }
        sendAct(at: acts.count - 1, now)
    }

    mutating func sendAct(at index: Int, _ now: HostTime) {
        guard let room, let keeper else { return }
        let act = ClassAct(room: room.description, id: acts[index].id, wish: acts[index].wish)
        let request = requests.request(.set, to: keeper, act.element, at: now)
        guard let (id, stanza) = request else { return }
        questions[id] = .act(acts[index].id)
        (acts[index].sent, acts[index].retry) = (now, nil)
        send(stanza)
    }

    mutating func sendActs(at now: HostTime) {
        for index in acts.indices where acts[index].sent == nil { sendAct(at: index, now) }
    }

    /// Repeats the acts that a crashed keeper did not answer. If it performed an act, its successor repeats the answer.
    mutating func sendLostActs(at now: HostTime) {
        for index in acts.indices {
            if let sent = acts[index].sent, sent + Self.answerLimit <= now { sendAct(at: index, now) }
        }
    }

    mutating func receive(_ answer: RequestTracker.Answer, at now: HostTime) {
        switch questions.removeValue(forKey: answer.id) {
        case .state: receiveState(answer.result, at: now)
        case .act(let id): receiveAct(id, answer.result, at: now)
        case .slot: receiveSlot(answer.result, at: now)
        case .report: receiveReport(answer.result, at: now)
        case nil: break
        }
    }

    private mutating func receiveAct(_ id: String, _ result: Result<XMLElement, RequestFailure>, at now: HostTime) {
        guard let index = acts.firstIndex(where: { $0.id == id }) else { return }
        switch result {
        case .success: done(index, nil, at: now)
        case .failure(.refused(let error)):
            switch ActAnswer(error: error) {
            case .refused(let error): done(index, error, at: now)
            case .failed, .done:
                guard Self.absences.contains(error.condition) else {
                    acts.remove(at: index)
                    updateOpenWishes()
                    tell(.failure(Self.words(.refused(error))))
                    return
                }
                wait(index, at: now)
                if stage == .inside { setLink(.uncontrolled) }
            }
        // The act may have arrived. Its ID prevents the keeper from performing it again.
        case .failure(.timedOut): wait(index, at: now)
        case .failure(.disconnected): (acts[index].sent, acts[index].retry) = (nil, nil)
        }
    }

    private mutating func wait(_ index: Int, at now: HostTime) {
        (acts[index].sent, acts[index].retry) = (nil, now + Self.actPause)
    }

    private mutating func done(_ index: Int, _ error: ClassError?, at now: HostTime) {
        let act = acts.remove(at: index)
        updateOpenWishes()
        if case .answerSurvey(let answer) = act.wish, error == nil { view.survey.answer = answer }
        if case .addDocument(let document) = act.wish, error == nil { describePages(of: document, at: now) }
        switch act.wish {
        case let wish where wish.isTerminal: shared(error, at: now)
        case .privateMessage(let message):
            if let error { notSent(message.text, error.words) }
        default: tell(.answer(act.wish, error))
        }
        if case .leaving = stage, acts.isEmpty { finishLeaving() }
    }

    private mutating func updateOpenWishes() {
        view.openWishes = acts.count { !$0.wish.isTerminal }
        renew()
    }

    // MARK: Orders

    mutating func perform(_ order: LiveOrder, at now: HostTime) {
        switch order {
        case .wish(let wish): self.wish(wish, at: now)
        case .say(let text, let replyTo): say(text, replyTo: replyTo, at: now)
        case .lookAt(let page): lookAt(page)
        case .upload(let path, let purpose): beginUpload(path, purpose)
        case .cancelUpload: cancelUpload()
        case .shareTerminal(let choice): shareTerminal(choice)
        case .endTerminal: endTerminal(at: now)
        case .saveReport(let path): saveReport(path, at: now)
        case .continueLoading(let isAgreed): continueLoading(isAgreed, at: now)
        case .reconnect(let isWished): answerReconnection(isWished)
        case .leave: leave(at: now)
        case .endAndLeave: leave(endsClass: true, at: now)
        }
    }

    mutating func lookAt(_ page: PageChange?) {
        guard view.localPage != page else { return }
        view.localPage = page
        renew()
        act(.change(.localPage(page)))
    }
}
