import CPlatform
import Glibc
import PlayCore
import Rooms

/// How late a teacher's picture is on the terminal of somebody who watches it, by each link and over bad lines. The picture's
/// grey is the time at which it was made.
enum LiveDelayCase {
    static let all = [
        bench("live-delay-udp", "over UDP", [Way(name: "UDP"), Way(name: "UDP, with sound", hasSound: true)]),
        bench(
            "live-delay-line", "over UDP on slow and bad lines",
            [
                Way(name: "20 ms there and back", fault: ImpairedLine.Fault(delay: .milliseconds(10)), hasSound: true),
                Way(
                    name: "the same, 20 ms of jitter, 2 % lost",
                    fault: ImpairedLine.Fault(delay: .milliseconds(10), jitter: .milliseconds(20), loss: 2),
                    hasSound: true),
            ]),
        bench(
            "live-delay-tcp", "over TCP",
            [Way(name: "TCP", isUDP: false), Way(name: "TCP, with sound", isUDP: false, hasSound: true)]),
    ]

    private static func bench(_ name: String, _ words: String, _ ways: [Way]) -> BenchCase {
        BenchCase(
            name, "a teacher's camera, from the picture to the bytes at another terminal: " + words, isSlow: true
        ) { context in
            let player = try context.requirePlayer()
            return try ways.flatMap { try measure($0, player) }
        }
    }

    /// A way from one terminal to the other. A value.
    private struct Way: Sendable {
        let name: String
        var isUDP = true
        var fault: ImpairedLine.Fault?
        /// Pictures wait for it.
        var hasSound = false
    }

    private static let seconds = 20
    /// In which black becomes white, in seconds.
    private static let period = 2.0
    /// By which a figure may be wrong, in seconds: the time of one grey.
    private static let error = 0.008
    /// The picture is made when it is due, and has the clock's time.
    private static let camera =
        "--camera=lavfi:color=black:size=64x36:rate=60,realtime,format=gray,geq=lum='floor(mod(time(0),2)*128)'"
    private static let patience = HostTime.seconds(20)

    private static func measure(_ way: Way, _ player: String) throws -> [Figure] {
        let janus = way.isUDP ? try BenchJanus(key: "bench", ports: 100) : nil
        defer { janus?.close() }
        let media = way.isUDP ? nil : try BenchMediaServer()
        defer { media?.close() }
        let house = try LiveHouse(janus: janus, media: media, fault: way.fault)
        defer { house.close() }
        let (teacher, _) = try LiveCase.enter(player, try house.link(.teacher), "Teacher", [camera])
        let (student, _) = try LiveCase.enter(player, try house.link(.student), "Student")
        try LiveCase.begin(teacher)
        teacher.type("gV")
        if way.hasSound {
            read(teacher, for: .seconds(1))
            teacher.type(":microphone lavfi:sine=frequency=1000,volume=4\r")
        }
        var watch = PictureWatch()
        try waitForPictures(&watch, student, beside: teacher)
        let began = SystemClock().now
        watch = PictureWatch()
        while SystemClock().now < began + .seconds(seconds) { watch.look(at: student, beside: teacher) }
        let found = try watch.figures(way.name, seconds: (SystemClock().now - began).inSeconds)
        try LiveCase.leave(student)
        try LiveCase.leave(teacher)
        return found
    }

    private static func read(_ run: PlayerRun, for time: HostTime) { _ = run.watch(limit: time) { _ in false } }

    /// Until all is there, and has settled for some seconds.
    private static func waitForPictures(
        _ watch: inout PictureWatch, _ student: PlayerRun, beside teacher: PlayerRun
    ) throws {
        let deadline = SystemClock().now + patience
        var settled: HostTime?
        while settled.map({ SystemClock().now < $0 }) ?? true {
            guard SystemClock().now < deadline else { throw BenchError("the camera is not seen") }
            watch.look(at: student, beside: teacher)
            if settled == nil, watch.count >= 30 { settled = SystemClock().now + .seconds(6) }
        }
    }

    /// What is seen of pictures at a terminal.
    private struct PictureWatch {
        private var scanner = GreyScanner()
        private var seen: Int?
        /// In milliseconds.
        private var delays: [Double] = []
        private var arrivals: [HostTime] = []

        var count: Int { delays.count }

        mutating func look(at student: PlayerRun, beside teacher: PlayerRun) {
            // Both terminals are read, or the teacher's would stand still.
            _ = teacher.watch(limit: .zero) { _ in true }
            let before = student.bytes
            guard student.watch(limit: .milliseconds(2), until: { $0.bytes > before }) else { return }
            let now = LiveDelayCase.wall
            var grey: Int?
            scanner.scan(student.recent.suffix(student.bytes - before)) { grey = max(grey ?? 0, $0) }
            // Around the picture it is black.
            guard let grey, seen.map({ abs($0 - grey) > 3 }) ?? true else { return }
            seen = grey
            // In the middle of the time that is this grey.
            let made = (Double(grey) + 0.5) / 128
            // A short delay may seem to be less than none.
            let later = (now - made + error).truncatingRemainder(dividingBy: period)
            delays.append(((later < 0 ? later + period : later) - error) * 1000)
            arrivals.append(student.lastRead)
        }

        func figures(_ subject: String, seconds: Double) throws -> [Figure] {
            guard count > 2 else { throw BenchError("no picture came") }
            let sorted = delays.sorted()
            let waits = zip(arrivals, arrivals.dropFirst()).map { ($1 - $0).inMilliseconds }
            return [
                Figure(subject: subject, name: "p50", unit: "ms", value: sorted[(count - 1) * 50 / 100]),
                Figure(subject: subject, name: "p95", unit: "ms", value: sorted[(count - 1) * 95 / 100]),
                Figure(subject: subject, name: "longest still", unit: "ms", value: waits.max() ?? 0),
                Figure(subject: subject, name: "pictures", unit: "1/s", value: Double(count) / seconds),
            ]
        }
    }

    private static var wall: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec).truncatingRemainder(dividingBy: period) + Double(time.tv_nsec) / 1e9
    }
}
