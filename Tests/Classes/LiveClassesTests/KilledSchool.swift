import Addresses
import ClassAccess
import ClassKeeper
import ClassRules
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

/// A class whose keeper, the built program, is killed under load, with the conditions that must hold each time.
final class KilledSchool {
    private static let room = "botany"
    private static let people: [(name: String, role: ClassUser.Role)] = [
        ("Wang", .teacher), ("Chen", .assistant), ("Anna", .student), ("Bert", .student),
    ]

    private let server: ProsodyServer
    private let folder: URL
    private let entrance: JoinEntrance
    private var running: RunningKeeper?
    private var random: SeededGenerator
    private var visitors: [LiveVisitor] = []
    private var wished: [Int]
    var wishCount: Int { wished.reduce(0, +) }
    private var rights = Rights()
    private var likes = 0
    private var ended: [(code: CodeGrant, reason: JoinError.Reason)] = []
    private var expiring: [CodeGrant] = []

    /// Each of these rights is granted and withdrawn by one wish.
    private struct Rights {
        var areRequestsForbidden = false
        var isChatForbidden = false
        var isSoundForbidden = false
        var isBertBanned = false
        var notice: String?
    }

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        wished = Array(repeating: 0, count: Self.people.count)
        server = try ProsodyServer()
        folder = try BuiltProgram.temporaryFolder()
        let http = try #require(HTTPClient(HTTPSettings(userAgent: "tvplay-test")), "libcurl is missing")
        entrance = JoinEntrance(client: JoinClient(http), port: try PortLease.next())
        try withStore { store in
            try store.create(
                ClassPlan(name: Self.room, title: "Botany"), epoch: Int64(Date().timeIntervalSince1970 * 1000))
        }
        try start()
        for (name, role) in Self.people {
            let ticket = try entrance.join(try code(role), name).get()
            visitors.append(try LiveVisitor(ticket).enter())
        }
        try expect(visitors[0].wish(.start(true)), is: nil)
        wished[0] = 1
    }

    deinit {
        for visitor in visitors { visitor.leave() }
        running?.end()
        BuiltProgram.remove(folder)
    }

    private func start() throws {
        running = try RunningKeeper(beside: server.configuration, in: folder, port: entrance.port)
    }

    // MARK: A round

    /// Plays one round: load, a kill at a random moment, a new keeper, and a check of everything.
    func round(_ number: Int) throws {
        let uses = Int.random(in: 1...3, using: &random)
        let limited = try code(.student, uses: uses)
        let tickets = Monitor(0)
        let joiners = (0..<uses + 2).map { joiner in
            WorkerThread(name: "joiner") { [entrance] in
                if case .success = entrance.join(limited, "J\(number)-\(joiner)") { tickets.update { $0 += 1 } }
            }
        }
        let liked = try wishAll(number)
        pause(.milliseconds(Int.random(in: 0...300, using: &random)))
        running?.end(SIGKILL)
        // Some people wish while no keeper runs.
        perform(3, .requestToSpeak)
        perform(2, .withdrawRequest)
        try start()
        for joiner in joiners { joiner.join() }
        try settle("round \(number)")
        likes += liked
        try checkRights(number)
        try checkCodes(number, limited, uses, tickets.withLock { $0 })
    }

    /// - Returns: The number of likes.
    private func wishAll(_ number: Int) throws -> Int {
        if Bool.random(using: &random) {
            rights.areRequestsForbidden.toggle()
            perform(0, .forbidRequests(rights.areRequestsForbidden))
        }
        if Bool.random(using: &random) {
            rights.isChatForbidden.toggle()
            perform(0, .forbidChat(rights.isChatForbidden))
        }
        if Bool.random(using: &random) {
            rights.isSoundForbidden.toggle()
            perform(0, .forbidSound(rights.isSoundForbidden))
        }
        if Bool.random(using: &random) {
            rights.isBertBanned.toggle()
            let bert = visitors[3].view.me.id
            perform(0, .banFromChat(ChatBanWish(user: bert, seconds: rights.isBertBanned ? 36_000 : 0)))
        }
        rights.notice = "notice \(number)"
        perform(0, .notice(PostedNotice(text: "notice \(number)")))
        let likes = Int.random(in: 1...5, using: &random)
        for _ in 0..<likes {
            perform(1, .like(visitors[2].view.me.id))
            perform(Int.random(in: 2...3, using: &random), .requestToSpeak)
            pause(.milliseconds(Int.random(in: 0...40, using: &random)))
        }
        return likes
    }

    private func perform(_ person: Int, _ wish: ClassWish) {
        wished[person] += 1
        visitors[person].live.perform(.wish(wish))
    }

    /// The time from the seed determines the moment of the kill among the running work.
    private func pause(_ time: HostTime) { WakeUp().wait(until: SystemClock().now + time) }

    // MARK: Conditions

    private func settle(_ what: String) throws {
        for visitor in visitors {
            try visitor.wait(what, limit: Patience.limit) { $0.openWishes == 0 && $0.link == .online }
        }
        for (number, visitor) in visitors.enumerated() {
            let answers = visitor.news.filter { if case .answer = $0 { true } else { false } }
            // `wish` has already taken the first answer.
            expect(answers.count, is: wished[number] - (number == 0 ? 1 : 0), "\(what): \(Self.people[number].name)")
            guard number < 2 else { continue }
            for case .answer(let wish, let error?) in answers { Issue.record("\(what): \(wish): \(error.reason)") }
        }
    }

    private func checkRights(_ number: Int) throws {
        for visitor in visitors {
            try visitor.wait("rights of round \(number)") { [self] view in
                let live = view.live
                return live.areRequestsForbidden == rights.areRequestsForbidden
                    && live.isChatForbidden == rights.isChatForbidden
                    && (live.chatBans[visitors[3].view.me.id] != nil) == rights.isBertBanned
                    && view.state.words.notice?.text == rights.notice
                    && live.likes[visitors[2].view.me.id] ?? 0 == likes
            }
        }
    }

    private func checkCodes(_ number: Int, _ limited: CodeGrant, _ uses: Int, _ tickets: Int) throws {
        var tickets = tickets
        while true {
            switch entrance.join(limited, "K\(number)-\(tickets)") {
            case .success: tickets += 1
            case .failure(let error):
                expect(error.reason, is: .codeUsedUp)
                #expect(tickets <= uses, "round \(number): \(tickets) of \(uses)")
                try endCodes()
                return
            }
            guard tickets <= uses else {
                Issue.record("round \(number): \(tickets) of \(uses)")
                return
            }
        }
    }

    /// Revokes one code, and lets another one expire. Codes that have ended before are refused.
    private func endCodes() throws {
        let revoked = try code(.student)
        try withStore { try $0.set(revoked.code.text, to: nil) }
        let now = Int64(Date().timeIntervalSince1970)
        expiring.append(try code(.student, expires: now + 2))
        ended += expiring.filter { $0.expires < now }.map { ($0, .codeExpired) }
        expiring.removeAll { $0.expires < now }
        ended.append((revoked, .wrongCode))
        // Wrong codes are counted for each client, so only a few are tried at a time.
        for (code, reason) in ended.suffix(3) {
            guard case .failure(let error) = entrance.join(code, "L") else {
                Issue.record("\(code) still lets in")
                continue
            }
            expect(error.reason, is: reason)
        }
    }

    /// Expects that all visitors have the state on the disk, whose events have no gaps.
    func agree() throws {
        let agree = try eventually {
            let stored = try #require(try withStore { try $0.load(Self.room) })
            let truth = KeptClass(stored).state.content
            return visitors.allSatisfy { $0.view.state.content == truth }
        }
        #expect(agree, "some have another state than the keeper's file")
        try withStore { store in
            let count = try store.lines(of: Self.room).count
            try expect(Int64(count), is: (try store.lastNumber(of: Self.room)))
        }
    }

    // MARK: Codes

    private func code(_ role: ClassUser.Role, expires: Int64? = nil, uses: Int? = nil) throws -> CodeGrant {
        var secure = SecureRandom()
        let grant = CodeGrant(
            .random(using: &secure), room: Self.room, role: role,
            expires: expires ?? Int64(Date().timeIntervalSince1970) + 7200, uses: uses)
        try withStore { try $0.set(grant.code.text, to: grant.json) }
        return grant
    }

    /// Opens the store beside the keeper, as `tvplay-keeper code add` does.
    private func withStore<Answer>(_ work: (ClassStore) throws -> Answer) throws -> Answer {
        try work(ClassStore(try ClassSchema.file(in: folder.path + "/classes").open().database))
    }
}

private struct JoinEntrance: Sendable {
    let client: JoinClient
    let port: Int

    func join(_ code: CodeGrant, _ name: String) -> Result<ClassTicket, JoinError> {
        guard let server = Address("http://127.0.0.1:\(port)/") else { return .failure(JoinError(.noClassServer)) }
        return Result { () throws(JoinError) in
            try client.join(
                JoinRequest(.code(code.code.text, resume: nil), name: name), at: server, cancel: CancelToken())
        }
    }
}
