import Addresses
import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Encoding
import Foundation
import LiveClasses
import PlayCore
import Signalling
import Storage
import TestSupport
import Testing
import Transport

/// A recorded class over a real Prosody and the built `tvplay-keeper`, in which a ``RestlessScript`` is played. Also
/// checks the conditions that must hold at the end.
final class RestlessClass {
    private static let room = "botany"
    private static let document = "leaves"

    private struct Place {
        let name: String
        let role: ClassUser.Role
        let line: LineProxy
        var visitor: LiveVisitor?
        /// The token of the last ticket that proves the same identity.
        var resume: String?
        var isCut = false
    }

    struct Figures {
        var deeds = 0
        var joins = 0
        var cuts = 0
        var kills = 0
        var lines = 0
        var packages = 0
    }

    private(set) var figures = Figures()
    private let server: ProsodyServer
    private let folder: URL
    private let port: Int
    private let http: HTTPClient
    private var running: RunningKeeper?
    private var places: [Place] = []
    private var numbers = 0
    /// The teacher and the assistant are always present.
    private var saidByStaff: [String] = []

    init() throws {
        server = try ProsodyServer()
        folder = try BuiltProgram.temporaryFolder()
        port = try PortLease.next()
        http = try #require(HTTPClient(HTTPSettings(userAgent: "tvplay-test")), "libcurl is missing")
        try withStore { store in
            try store.create(
                ClassPlan(name: Self.room, title: "Botany"), epoch: Int64(Date().timeIntervalSince1970 * 1000))
        }
        try start()
        for number in 0..<RestlessScript.places {
            let role = [ClassUser.Role.teacher, .assistant]
            places.append(
                Place(
                    name: "Person \(number)", role: number < 2 ? role[number] : .student,
                    line: try LineProxy(to: server.configuration.ports.clients)))
        }
        for number in 0..<4 { try join(number) }
        let pages = (0..<RestlessScript.pages).map { ClassDocument.Page(picture: "https://class.test/\($0)") }
        for wish in [
            ClassWish.start(true), .record(true),
            .addDocument(ClassDocument(id: Self.document, title: "Leaves", pages: pages)),
        ] {
            let error = try teacher.wish(wish)
            expect(error, is: nil, "\(wish)")
        }
    }

    deinit {
        for place in places { place.visitor?.leave() }
        running?.end()
        BuiltProgram.remove(folder)
    }

    private var teacher: LiveVisitor {
        get throws { try #require(places[0].visitor) }
    }

    private func start() throws {
        running = try RunningKeeper(beside: server.configuration, in: folder, port: port)
    }

    // MARK: Actions

    func play(_ script: RestlessScript, seconds: Int) throws {
        var script = script
        let deadline = SystemClock().now + .seconds(seconds)
        while SystemClock().now < deadline {
            let (deed, pause) = script.next()
            try perform(deed)
            figures.deeds += 1
            Self.pause(pause)
        }
    }

    private func perform(_ deed: RestlessScript.Deed) throws {
        switch deed {
        case .join(let place): try join(place)
        case .leave(let place): leave(place)
        case .raiseHand(let place): wish(place, .requestToSpeak)
        case .lowerHand(let place): wish(place, .withdrawRequest)
        case .answer(let place, let isAllowed): wish(of: place) { .reply(ClassReply(user: $0, isAllowed)) }
        case .silence(let place): wish(of: place) { .lowerHand($0) }
        case .like(let place): wish(of: place) { .like($0) }
        case .grantDrawing(let place, let isGiven):
            wish(of: place) { .grantDrawing(ClassPermission(user: $0, isGiven)) }
        case .remote(let place, let hasAudio, let hasVideo):
            wish(of: place) { .remote(RemoteSwitch(user: $0, hasAudio: hasAudio, hasVideo: hasVideo)) }
        case .say(let place): say(place)
        case .draw(let place, let page): draw(place, page)
        case .undo(let place, let page):
            let shapes = places[place].visitor?.view.state.documents.shapes(on: key(page)) ?? []
            if let id = shapes.last?.id { wish(place, .undoShapes(UndoneShapes(key(page), ids: [id]))) }
        case .turn(let page): wish(0, .showPage(PageChange(key(page))))
        case .clear(let page): wish(0, .clearBoard(key(page)))
        case .notice: wish(0, .notice(PostedNotice(text: "notice \(nextNumber())")))
        case .ask:
            let options = ["A", "B", "C"].map { Survey.Option(key: $0, text: "leaf \($0)", isCorrect: $0 == "A") }
            let survey = Survey(id: "q\(nextNumber())", question: "Which leaf?", options: options)
            wish(1, .publishSurvey(SurveyWish(survey)))
        case .endSurvey: wish(1, .endSurvey)
        case .choose(let place):
            guard let survey = places[place].visitor?.view.live.survey else { break }
            wish(place, .answerSurvey(SurveyAnswer(id: survey.id, keys: [place.isMultiple(of: 2) ? "A" : "B"])))
        case .cut(let place): cut(place)
        case .mend(let place): mend(place)
        case .kill: try kill()
        }
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    private func key(_ page: Int) -> PageKey { PageKey(document: Self.document, page: page) }

    private func wish(_ place: Int, _ wish: ClassWish) { places[place].visitor?.live.perform(.wish(wish)) }

    private func wish(of place: Int, _ make: (String) -> ClassWish) {
        guard let user = places[place].visitor?.view.me.id else { return }
        wish(0, make(user))
    }

    private func say(_ place: Int) {
        guard let visitor = places[place].visitor else { return }
        let text = "\(places[place].name) says \(nextNumber())"
        visitor.say(text)
        figures.lines += 1
        if place < 2 { saidByStaff.append(text) }
    }

    private func draw(_ place: Int, _ page: Int) {
        let number = Double(nextNumber() % 100) / 100
        let points = [BoardPoint(x: number, y: 0.1), BoardPoint(x: 0.5, y: number)]
        wish(place, .draw(Shape(id: "s\(numbers)", on: key(page), .pencil, points, color: 0x44AA66)))
    }

    private func join(_ place: Int) throws {
        guard places[place].visitor == nil else { return }
        mend(place)
        let server = try #require(Address("http://127.0.0.1:\(port)/"))
        let code = try code(places[place].role)
        let request = JoinRequest(.code(code, resume: places[place].resume), name: places[place].name)
        var ticket = try JoinClient(http).join(request, at: server, cancel: CancelToken())
        places[place].resume = ticket.resume
        ticket.server.port = places[place].line.port
        places[place].visitor = try LiveVisitor(ticket).enter()
        figures.joins += 1
    }

    private func leave(_ place: Int) {
        places[place].visitor?.leave()
        places[place].visitor = nil
    }

    private func cut(_ place: Int) {
        guard places[place].visitor != nil, !places[place].isCut else { return }
        places[place].line.cut()
        places[place].isCut = true
        figures.cuts += 1
    }

    private func mend(_ place: Int) {
        places[place].line.mend()
        places[place].isCut = false
    }

    private func kill() throws {
        running?.end(SIGKILL)
        figures.kills += 1
        try start()
    }

    /// `time` comes from the script.
    private static func pause(_ time: HostTime) { WakeUp().wait(until: SystemClock().now + time) }

    // MARK: Conditions

    func settle() throws {
        for place in places.indices { mend(place) }
        for place in places {
            try place.visitor?.wait("\(place.name) settles", limit: Patience.limit) {
                $0.openWishes == 0 && $0.link == .online
            }
        }
    }

    func agree() throws {
        let agree = try eventually {
            let truth = try stored().state.content
            return places.allSatisfy { $0.visitor.map { $0.view.state.content == truth } ?? true }
        }
        #expect(agree, "some have another state than the keeper's file")
    }

    /// Expects that the teacher and the assistant have every line of theirs, and that no visitor has a line twice.
    func compareLines() throws {
        for place in places {
            guard let visitor = place.visitor else { continue }
            let texts = visitor.lines.map(\.text)
            expect(Set(texts).count, is: texts.count, "\(place.name) has lines twice")
            guard place.role != .student else { continue }
            _ = eventually { Set(saidByStaff).isSubset(of: visitor.lines.map(\.text)) }
            let missing = Set(saidByStaff).subtracting(visitor.lines.map(\.text))
            #expect(missing.isEmpty, "\(place.name) misses lines")
        }
    }

    func compareRecording() throws {
        let error = try teacher.wish(.record(false))
        expect(error, is: nil)
        try agree()
        let recordings = folder.path + "/classes/recordings"
        let names = try FileManager.default.contentsOfDirectory(atPath: recordings).sorted()
        figures.packages = names.count
        // There is one class and one recording, no matter how often the keeper was killed.
        expect(names.count, is: 1)
        for name in names {
            let manifest = try ClassManifest(bytes(recordings + "/" + name + "/room.json"), in: name)
            #expect(!manifest.recordings[0].info.isOngoing, "\(name) has no end")
        }
        let newest = try #require(names.last)
        let manifest = try ClassManifest(bytes(recordings + "/" + newest + "/room.json"), in: newest)
        let signals = JSONLines.read(
            ClassEvent.self, try bytes(recordings + "/" + newest + "/signals.jsonl"), file: newest)
        #expect(signals.warnings.isEmpty)
        // The times are on the axis of the recording. The recording's address is not part of it.
        let kept = try stored()
        let start = try #require(manifest.recordings[0].info.startWallTime)
        let begin = MediaTime.milliseconds(Int(start - kept.header.epoch))
        let expected = kept.state.snapshotEvents.compactMap { event in
            if case .live(.recordingPlace) = event.kind { return nil as ClassEvent? }
            return ClassEvent(event.time - begin, event.kind)
        }
        expect(Self.end(of: signals.lines).content, is: Self.end(of: expected).content)
    }

    /// Ends the programs, and expects that no process, port or connection remains.
    func end() throws {
        for place in places.indices { leave(place) }
        let clients = server.configuration.ports.clients
        #expect(eventually { places.allSatisfy { $0.line.openConnections == 0 } }, "connections of viewers are open")
        running?.end()
        running = nil
        #expect(eventually { Self.processes(naming: folder.path + "/classes").isEmpty }, "a process is left")
        #expect(eventually { !LoopbackSocket.answers(port: port) }, "the keeper's port is open")
        #expect(eventually { Self.connections(to: clients) == 0 }, "connections to the chat server are open")
    }

    private static func end(of events: [ClassEvent]) -> ClassState {
        ClassLog(events).cursor(at: .seconds(1_000_000)).state
    }

    private func stored() throws -> KeptClass {
        KeptClass(try #require(try withStore { try $0.load(Self.room) }))
    }

    private static func processes(naming folder: String) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { id in
            (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8))?.contains(folder) == true
        }
    }

    /// Counts established connections from anywhere on this machine.
    private static func connections(to port: Int) -> Int {
        let text = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
        let end = ":" + String(format: "%04X", port)
        return text.split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[2].hasSuffix(end) && words[3] == "01"
        }
    }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    private func code(_ role: ClassUser.Role) throws -> String {
        var secure = SecureRandom()
        let grant = CodeGrant(
            .random(using: &secure), room: Self.room, role: role,
            expires: Int64(Date().timeIntervalSince1970) + 7200, uses: nil)
        try withStore { try $0.set(grant.code.text, to: grant.json) }
        return grant.code.text
    }

    /// Opens the store beside the keeper, as `tvplay-keeper code add` does.
    private func withStore<Answer>(_ work: (ClassStore) throws -> Answer) throws -> Answer {
        try work(ClassStore(try ClassSchema.file(in: folder.path + "/classes").open().database))
    }
}
