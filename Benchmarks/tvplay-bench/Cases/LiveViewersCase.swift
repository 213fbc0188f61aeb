import Addresses
import ClassAccess
import ClassKeeper
import Classes
import PlayCore
import Transport
import WebRTC

/// The pictures that one of many terminals gets from a teacher's camera over the UDP link.
enum LiveViewersCase {
    static let viewers = BenchCase(
        "live-viewers", "a teacher's camera at a terminal, alone, beside 100 messages a second, among 50 more viewers",
        isSlow: true
    ) { context in try measure(try context.requirePlayer()) }

    private static let count = 50
    private static let talkers = 10
    private static let messages = 100
    private static let seconds = 10
    private static let perSecond = 15
    private static let patience = HostTime.seconds(20)

    private static func measure(_ player: String) throws -> [Figure] {
        guard let client = HTTPClient(HTTPSettings(userAgent: "tvplay-bench")) else {
            throw BenchError("needs libcurl")
        }
        let janus = try BenchJanus(key: "bench", ports: 400)
        defer { janus.close() }
        let house = try LiveHouse(janus: janus)
        defer { house.close() }
        let camera = "--camera=lavfi:testsrc2=size=640x360:rate=\(perSecond)"
        let (teacher, _) = try LiveCase.enter(player, try house.link(.teacher), "Teacher", [camera])
        let (student, _) = try LiveCase.enter(player, try house.link(.student), "Student")
        try LiveCase.begin(teacher)
        teacher.type("gV")
        try waitForPictures(student, beside: teacher)
        let alone = watch(student, beside: teacher)
        let chatter = try Chatter(people: talkers, perSecond: messages, in: house)
        _ = watch(student, beside: teacher)
        let beside = watch(student, beside: teacher)
        chatter.close()
        let crowd = try (0..<count).map { try viewer($0, of: "Teacher", in: house, client) }
        defer { for connection in crowd { connection.close() } }
        // Skips the first key frames of all, which come at once.
        _ = watch(student, beside: teacher)
        for connection in crowd { _ = try pictures(of: connection) }
        let among = watch(student, beside: teacher)
        let received = try crowd.map { Double(try pictures(of: $0)) }.sorted()
        try LiveCase.leave(student)
        try LiveCase.leave(teacher)
        return figures("alone", alone) + figures("beside \(messages) messages/s", beside)
            + figures("among \(count + 1)", among) + [
                Figure(
                    subject: "\(count) light viewers", name: "pictures received, median", unit: "1/s",
                    value: Report.median(received) / Double(seconds)),
                Figure(
                    subject: "\(count) light viewers", name: "pictures received, worst", unit: "1/s",
                    value: (received.first ?? 0) / Double(seconds)),
            ]
    }

    private static func figures(_ subject: String, _ seen: Seen) -> [Figure] {
        [
            Figure(subject: subject, name: "updates with a picture", unit: "1/s", value: seen.pictures),
            Figure(subject: subject, name: "CPU", unit: "% of a core", value: seen.cpu),
        ]
    }

    // MARK: Terminals

    private struct Seen {
        /// Pictures per second.
        var pictures: Double
        /// Per cent of a core.
        var cpu: Double
    }

    /// Reads both terminals, because the teacher's would otherwise block.
    private static func pass(_ student: PlayerRun, beside teacher: PlayerRun, until deadline: HostTime) {
        while SystemClock().now < deadline {
            _ = teacher.watch(limit: .zero) { _ in true }
            _ = student.watch(limit: .milliseconds(5)) { _ in false }
        }
    }

    private static func waitForPictures(_ student: PlayerRun, beside teacher: PlayerRun) throws {
        let deadline = SystemClock().now + patience
        while student.pictures.count < 2 * perSecond {
            guard SystemClock().now < deadline else { throw BenchError("the camera is not seen") }
            pass(student, beside: teacher, until: SystemClock().now + .milliseconds(100))
        }
    }

    private static func watch(_ student: PlayerRun, beside teacher: PlayerRun) -> Seen {
        let (before, cpu, start) = (student.pictures.count, student.cpuTime, SystemClock().now)
        pass(student, beside: teacher, until: start + .seconds(seconds))
        let length = (SystemClock().now - start).inSeconds
        return Seen(
            pictures: Double(student.pictures.count - before) / length,
            cpu: (student.cpuTime - cpu).inSeconds / length * 100)
    }

    // MARK: Viewers

    private static func viewer(
        _ number: Int, of teacher: String, in house: LiveHouse, _ client: HTTPClient
    ) throws -> WebStreamConnection {
        let users = house.keeper.state(of: LiveHouse.room)?.state.users.list.elements ?? []
        let media = try house.ticket("Viewer \(number)", .student).media.first { $0.name == "webrtc" }
        guard let user = users.first(where: { $0.user.name == teacher })?.user.id, let media,
            let address = Address(
                media.address
                    + StreamResource(.receive, MediaStreamName(room: LiveHouse.room, user: user, .video)).path)
        else { throw BenchError("the camera's stream has no address") }
        let cancel = CancelToken()
        let connection = try WebStream(address, token: media.token, client: client).play([.video], cancel: cancel)
        try connection.waitUntilRunning(until: SystemClock().now + patience, cancel: cancel)
        return connection
    }

    private static func pictures(of connection: WebStreamConnection) throws -> Int {
        var count = 0
        while try connection.peer.read(until: .zero) != nil { count += 1 }
        return count
    }
}
