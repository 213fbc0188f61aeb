import ClassRules
import Classes
import Encoding
import PlayCore
import TestSupport
import Testing

struct RandomClass {
    private static let survey = ["A", "B", "C"].map { Survey.Option(key: $0, text: "", isCorrect: $0 == "A") }

    private(set) var machine = ClassMachine()
    private(set) var now: Int64 = 5_000_000
    private(set) var fulfilled: Set<String> = []
    private(set) var refused: Set<ClassError.Reason> = []
    private var random: SeededGenerator
    /// From the start, and of late participants who started with a snapshot.
    private var present = ClassState()
    private var late: [ClassState] = []
    private let users: [ClassUser]
    private var surveys = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        users =
            [
                ClassUser(id: "t1", name: "", role: .teacher), ClassUser(id: "t2", name: "", role: .teacher),
                ClassUser(id: "a1", name: "", role: .assistant), ClassUser(id: "m1", name: "", role: .moderator),
                ClassUser(id: "g1", name: "", role: .guest), Classroom.student("s9", group: 2),
            ] + (1...6).map { Classroom.student("s\($0)") }
        let features = ClassFeatures(owner: seed % 2 == 0 ? "t1" : nil, maxSpeakerCount: 3, requestTimeout: 20_000)
        follow(machine.configure(features, at: now))
        for user in users.prefix(8) { follow(machine.enter(user, at: now)) }
    }

    // MARK: Steps

    mutating func step() throws {
        now += Int64([0, 0, 1, 40, 300, 300, 2_000, 9_000].randomElement(using: &random) ?? 0)
        switch Int.random(in: 0..<40, using: &random) {
        case 0, 1: follow(machine.enter(anybody, at: now))
        case 2 where flag: follow(machine.leave(anybody.id, at: now))
        case 3, 4, 5:
            let media = MediaUser(id: anybody.id, hasVideo: flag, hasAudio: flag)
            follow(machine.media(media, at: now))
        case 6: follow(machine.message("m\(Int.random(in: 0..<9, using: &random))", by: anybody.id, at: now))
        case 7: follow(machine.recorder(flag, at: now))
        case 8: follow(machine.recorderFailed("no", at: now))
        case 9: try restart()
        case 10...12: expire()
        case 13:
            let user = Classroom.student("new\(Int.random(in: 0..<9, using: &random))")
            follow(machine.knock(user, at: now))
        // The clock was set back.
        case 14: try wish(at: now - 5_000)
        default: try wish(at: now)
        }
        check()
        if Int.random(in: 0..<50, using: &random) == 0 { comeLate() }
    }

    private mutating func wish(at time: Int64) throws {
        let wish = anyWish()
        var user = anybody.id
        // Most wishes come from a user with the right. Otherwise too few would be fulfilled.
        for _ in 0..<4 where machine.refusal(of: wish, by: user, at: time)?.kind == .invalidUserRole {
            user = anybody.id
        }
        if case .shareTerminal(let update) = wish { user = update.user }
        let before = machine
        let refusal = machine.refusal(of: wish, by: user, at: time)
        expect(machine, is: before)
        do throws(ClassError) {
            follow(try machine.handle(wish, by: user, at: time))
            expect(refusal, is: nil)
            fulfilled.insert(wish.name)
        } catch {
            expect(error, is: refusal)
            expect(machine, is: before)
            refused.insert(error.reason)
        }
    }

    private mutating func expire() {
        follow(machine.expire(at: now))
        #expect(machine.nextDeadline.map { $0 > now } ?? true)
    }

    /// Restarts from what the keeper has stored: its events and its memory.
    private mutating func restart() throws {
        let stored = try JSONValue(document: JSONValue(encoding: machine.memory).bytes)
        let again = ClassMachine(state: machine.state, memory: try stored.decoded())
        expect(again, is: machine)
        machine = again
    }

    private mutating func comeLate() {
        let snapshot = machine.state.snapshotEvents
        late.append(Self.reduced(snapshot))
        if late.count > 3 { late.removeFirst() }
    }

    // MARK: Conditions

    private static func reduced(_ events: [ClassEvent], _ state: ClassState = ClassState()) -> ClassState {
        var state = state
        for event in events { ClassReducer.reduce(&state, event) }
        return state
    }

    private mutating func follow(_ actions: [ClassAction]) {
        let events = actions.published
        for event in events {
            if case .live(.liked(let like)) = event.kind { expect(machine.role(of: like.user)?.isStaff, is: false) }
            #expect(JSONLines.write([event]).count <= ClassLimits.eventBytes)
        }
        let before = Set(present.users.list.elements.map(\.user.id))
        present = Self.reduced(events, present)
        for index in late.indices { late[index] = Self.reduced(events, late[index]) }
        for action in actions {
            // Due notices are sent first, even to a person who leaves.
            if case .tell(let user, _) = action { #expect(machine.role(of: user) != nil || before.contains(user)) }
        }
    }

    private func check() {
        expect(present, is: machine.state)
        for state in late { expect(state.content, is: machine.state.content) }
        checkSpeaking()
        let (live, listed) = (machine.state.live, Set(machine.state.users.list.elements.map(\.user.id)))
        #expect(live.drawingGrants.isSubset(of: listed))
        #expect(live.soundExceptions.isSubset(of: listed))
        #expect(live.isSoundForbidden || live.soundExceptions.isEmpty)
        #expect(live.likes.values.allSatisfy { $0 > 0 })
        #expect(live.isInProgress || live.likes.isEmpty && live.drawingGrants.isEmpty)
        expect((live.survey != nil), is: (machine.state.quiz.survey != nil))
        #expect(machine.state.terminal.shared.map { machine.isSpeaking($0.user) } ?? true)
        let presenter = machine.state.users.presenter
        let teachers = users.filter { $0.role == .teacher && listed.contains($0.id) }
        #expect(presenter.map { machine.role(of: $0)?.isStaff == true } ?? teachers.isEmpty)
    }

    private func checkSpeaking() {
        let live = machine.state.live
        let requests = live.requests.elements
        let groups = [
            requests.map(\.user), live.invitations.elements.map(\.user), live.speakers.elements.map(\.user),
        ]
        let all = groups.flatMap(\.self)
        expect(Set(all).count, is: all.count)
        #expect(live.isInProgress || all.isEmpty)
        #expect(all.allSatisfy { machine.role(of: $0)?.isStaff == false })
        #expect(live.speakers.count <= machine.features.maxSpeakerCount)
        #expect(zip(requests, requests.dropFirst()).allSatisfy { $0.number < $1.number && $0.since <= $1.since })
        // While the class waits for a teacher, up to a minute is added. A new setting restarts the time of raised
        // hands.
        #expect(requests.allSatisfy { $0.deadline.map { deadline in deadline - now <= 80_000 } ?? true })
        #expect(live.requestTimeout > 0 || requests.allSatisfy { $0.deadline == nil })
        let raised = machine.state.users.list.elements.filter(\.hasHandRaised).map(\.user.id)
        expect(Set(raised), is: Set(requests.map(\.user)))
    }

    // MARK: Chance

    private var flag: Bool { mutating get { Bool.random(using: &random) } }
    private var anybody: ClassUser { mutating get { users[Int.random(in: 0..<users.count, using: &random)] } }

    private mutating func anyWish() -> ClassWish {
        let (target, on) = (anybody.id, flag)
        let key = PageKey(
            document: "d\(Int.random(in: 0..<2, using: &random))", page: Int.random(in: 0..<2, using: &random))
        let permission = ClassPermission(user: target, on)
        let options = Array(
            ["A", "B", "C", "D"].shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
        surveys += 1
        let number = Int.random(in: 0..<9, using: &random)
        let own = Shape(id: "\(target)/\(number)", on: key, .line, [BoardPoint(x: 0.5, y: on ? 0.5 : 99)])
        let wishes: [ClassWish] = [
            .start(on || flag || flag), .start(true), .presenter(target), .record(on), .expel(target), .lowerAllHands,
            .broadcast(Broadcast(key: "k\(number)", value: on ? .integer(1) : nil, isCache: flag)),
            .notice(on ? PostedNotice(text: "n", link: flag ? "https://example.org/" : "no") : nil),
            .requestToSpeak, .requestToSpeak, .requestToSpeak, .withdrawRequest, .answerInvitation(on),
            .answerInvitation(true), .stopSpeaking, .reply(ClassReply(user: target, on)),
            .reply(ClassReply(user: waiting ?? target, on)), .invite(permission), .invite(permission),
            .lowerHand(target), .forbidRequests(on && flag), .forbidSound(on),
            .remote(RemoteSwitch(user: target, hasAudio: on, hasVideo: flag)),
            .addDocument(ClassDocument(id: key.document, pages: [.init(), .init()])), .removeDocument(key.document),
            .describePages([PageText(key: key, text: "n\(number)")]),
            .showPage(PageChange(key)), .draw(own), .draw(own), .undoShapes(UndoneShapes(key, ids: [own.id])),
            .undoShapes(undone ?? UndoneShapes(key, ids: [])),
            .clearBoard(on ? key : nil), .grantDrawing(permission), .grantDrawing(permission), .forbidChat(on),
            .slowChat(number), .handTime(on ? 0 : 20), .lock(on),
            .waitingRoom(on || flag), .admit(ClassReply(user: machine.waiting.first?.id ?? "x", on)),
            .admitAll, .setTimer(on ? 5 * number : 0), .pauseTimer(on),
            .forbidPrivateMessages(on), .privateMessage(PrivateMessageWish(to: target, on ? "psst" : "")),
            .banFromChat(ChatBanWish(user: target, seconds: number * 3)), .removeMessage("m"),
            .publishSurvey(
                SurveyWish(
                    Survey(id: "q\(surveys)", question: "?", options: Self.survey), duration: on ? 1 + number : nil)),
            .endSurvey, .answerSurvey(SurveyAnswer(id: machine.state.quiz.survey?.id ?? "q", keys: options)),
            .answerSurvey(SurveyAnswer(id: machine.state.quiz.survey?.id ?? "q", keys: ["A"])), .like(target),
            .shareTerminal(TerminalUpdate(user: target, columns: 80, rows: 24, isWhole: on)), .endTerminal,
        ]
        return wishes[Int.random(in: 0..<wishes.count, using: &random)]
    }

    private var undone: UndoneShapes? {
        let page = machine.state.documents.page?.key
        return page.map { page in
            UndoneShapes(page, ids: machine.state.documents.shapes(on: page).prefix(1).map(\.id))
        }
    }

    private var waiting: String? { machine.state.live.requests.elements.first?.user }
}
