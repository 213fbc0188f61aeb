import Addresses
import ClassKeeper
import PlayCore
import Transport
import WebRTC

/// The UDP link of live classes by itself: a Janus on this machine, one peer that sends and one that receives.
enum LiveLinkCase {
    static let udp = BenchCase(
        "live-udp", "pictures over the UDP link, through a Janus of this machine: connecting, delay", isSlow: true
    ) { _ in try measure() }

    private static let seconds = 10
    private static let perSecond = 25
    private static let subject = "480p, 25 pictures/s, 1 Mbit/s"
    private static let key = "bench"
    private static let patience = HostTime.seconds(20)

    private static func measure() throws -> [Figure] {
        guard let client = HTTPClient(HTTPSettings(userAgent: "tvplay-bench")) else {
            throw BenchError("needs libcurl")
        }
        let janus = try BenchJanus(key: key, ports: 100)
        defer { janus.close() }
        guard let address = Address(janus.configuration.address) else {
            throw BenchError(janus.configuration.address)
        }
        let administration = try administration(address, client)
        defer { administration.close() }
        try administration.create(room: "bench", publishers: 1)
        return try travel(JanusRoom(address, room: "bench", client: client))
    }

    private static func administration(_ address: Address, _ client: HTTPClient) throws -> JanusAdministration {
        let deadline = SystemClock().now + patience
        while true {
            do throws(JanusError) {
                return try JanusAdministration(address, key: key, secret: key, client: client)
            } catch {
                guard SystemClock().now < deadline else { throw error }
                WakeUp().wait(until: SystemClock().now + .milliseconds(20))
            }
        }
    }

    private static func travel(_ room: JanusRoom) throws -> [Figure] {
        let sender = try room.publish([.video], as: "sender")
        defer { sender.close() }
        try waitUntilRunning(sender)
        let receiver = try subscribe(room)
        defer { receiver.close() }
        try waitUntilRunning(receiver)
        let sent = Monitor<[HostTime]>([])
        let thread = WorkerThread(name: "sender") { send(by: sender.peer, sent) }
        defer { thread.join() }
        let delays = try delays(receiver.peer, sent).sorted()
        guard !delays.isEmpty else { throw BenchError("no picture came") }
        let connecting = receiver.peer.status.connectingTook?.inMilliseconds ?? 0
        return [
            Figure(subject: subject, name: "connecting", unit: "ms", value: connecting),
            Figure(subject: subject, name: "delay p50", unit: "ms", value: delays[delays.count / 2]),
            Figure(subject: subject, name: "delay p95", unit: "ms", value: delays[delays.count * 95 / 100]),
            Figure(subject: subject, name: "pictures", unit: "of \(seconds * perSecond)", value: Double(delays.count)),
        ]
    }

    private static func subscribe(_ room: JanusRoom) throws -> JanusRoom.Connection {
        let deadline = SystemClock().now + patience
        while true {
            do throws(JanusError) { return try room.subscribe(to: "sender") } catch {
                guard error.isAbsence, SystemClock().now < deadline else { throw error }
                WakeUp().wait(until: SystemClock().now + .milliseconds(20))
            }
        }
    }

    private static func waitUntilRunning(_ connection: JanusRoom.Connection) throws {
        let deadline = SystemClock().now + patience
        while connection.peer.status.phase != .running {
            guard SystemClock().now < deadline else { throw BenchError("\(connection.peer.status.phase)") }
            WakeUp().wait(until: SystemClock().now + .milliseconds(5))
        }
    }

    /// Sends packets that look like pictures as long as they are not decoded, with their numbers.
    private static func send(by peer: WebRTCPeer, _ sent: Monitor<[HostTime]>) {
        let began = SystemClock().now
        let filling = [UInt8](repeating: 0xAA, count: 1_000_000 / 8 / perSecond)
        for number in 0..<(seconds * perSecond) {
            WakeUp().wait(until: began + .milliseconds(number * 1000 / perSecond))
            let isKeyframe = number % perSecond == 0
            let parameters = isKeyframe ? AnnexB.startCode + [0x67, 0x42, 1] + AnnexB.startCode + [0x68, 1] : []
            let head: [UInt8] = [isKeyframe ? 0x65 : 0x41, UInt8(number / 100 + 1), UInt8(number % 100 + 1)]
            sent.withLock { $0.append(SystemClock().now) }
            let time = MediaTime(nanoseconds: Int64(number) * 1_000_000_000 / Int64(perSecond))
            peer.send(OutgoingFrame(kind: .video, bytes: parameters + AnnexB.startCode + head + filling, time: time))
        }
    }

    /// Returns the milliseconds from sending to the arrival of the whole picture.
    private static func delays(_ peer: WebRTCPeer, _ sent: Monitor<[HostTime]>) throws -> [Double] {
        var delays: [Double] = []
        let deadline = SystemClock().now + .seconds(seconds) + .seconds(2)
        while let frame = try peer.read(until: deadline) {
            guard let unit = AnnexB.units(frame.bytes).last, unit.count > 3 else { continue }
            let place = unit.startIndex
            let number = (Int(unit[place + 1]) - 1) * 100 + Int(unit[place + 2]) - 1
            let at = sent.withLock { $0.indices.contains(number) ? $0[number] : nil }
            if let at { delays.append((frame.arrival - at).inMilliseconds) }
            if number == seconds * perSecond - 1 { break }
        }
        return delays
    }
}
