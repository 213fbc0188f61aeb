import Classes
import PlayCore

/// A class of two terminals, one of which sends its camera to the other over some link.
struct LiveTrial: Sendable {
    let name: String
    var isUDP = true
    var fault: ImpairedLine.Fault?
    /// A device for `:microphone`, or `nil` for no sound. Pictures wait for it.
    var microphone: String?
    /// The number of assistants who send their cameras, too, at 600 kbit/s each.
    var others = 0

    private static let patience = HostTime.seconds(20)
    /// A picture that needs all available bits, and has no grey in it.
    private static let noise =
        "--camera=lavfi:testsrc2=size=640x360:rate=15,noise=alls=30:allf=t,lutrgb=b=0,realtime"

    func watch(_ player: String, seconds: Int, sound: BenchSound? = nil) throws -> (PictureWatch, seconds: Double) {
        let janus = isUDP ? try BenchJanus(key: "bench", ports: 100) : nil
        defer { janus?.close() }
        let media = isUDP ? nil : try BenchMediaServer()
        defer { media?.close() }
        let house = try LiveHouse(janus: janus, media: media, fault: fault)
        defer { house.close() }
        let (teacher, _) = try LiveCase.enter(player, try house.link(.teacher), "Teacher", [PictureWatch.camera])
        let (student, _) = try LiveCase.enter(
            player, try house.link(.student), "Student", ["--live-autoplay=all"], sound: sound)
        try LiveCase.begin(teacher)
        teacher.type("gV")
        if let microphone {
            _ = teacher.watch(limit: .seconds(1)) { _ in false }
            teacher.type(":microphone \(microphone)\r")
        }
        let assistants = try (0..<others).map { number in
            let (run, _) = try LiveCase.enter(
                player, try house.link(.assistant), "Assistant \(number)", [Self.noise, "--live-autoplay=none"])
            run.type("gV")
            return run
        }
        let senders = [teacher] + assistants
        try Self.waitForPictures(student, beside: senders)
        let began = SystemClock().now
        var watch = PictureWatch()
        while SystemClock().now < began + .seconds(seconds) { watch.look(at: student, beside: senders) }
        let length = (SystemClock().now - began).inSeconds
        for run in [student] + assistants + [teacher] { try LiveCase.leave(run) }
        return (watch, length)
    }

    private static func waitForPictures(_ student: PlayerRun, beside senders: [PlayerRun]) throws {
        let deadline = SystemClock().now + patience
        var watch = PictureWatch()
        var settled: HostTime?
        while settled.map({ SystemClock().now < $0 }) ?? true {
            guard SystemClock().now < deadline else { throw BenchError("the camera is not seen") }
            watch.look(at: student, beside: senders)
            if settled == nil, watch.count >= 30 { settled = SystemClock().now + .seconds(6) }
        }
    }
}
