import CPlatform
import Foundation
import Glibc
import PlayCore

/// A small RTSP server on 127.0.0.1 (RFC 2326) for tests. It has one H.264 track, with its RTP packets (RFC 6184)
/// interleaved in the same TCP connection (10.12), and sends wrong answers on request. It has no authentication, RTCP,
/// UDP or pausing.
package final class RTSPServer: Sendable {
    package enum Behaviour: Sendable, Equatable {
        case good
        /// Answers DESCRIBE with a redirect.
        case redirects(to: String)
        /// Answers SETUP with ports for UDP, regardless of the requested transport.
        case insistsOnUDP
        /// Closes the connection after this many pictures.
        case dies(after: Int)
    }

    package let port: Int
    private let listener: Int32
    private let stop = WakeUp()
    private let seen = Monitor<[String]>([])
    private let thread = Monitor<WorkerThread?>(nil)

    /// - Parameters:
    /// - stream: H.264 in Annex B format, without reordered pictures; 25 pictures a second.
    /// - port: `nil` for any free one.
    package init(stream: [UInt8], _ behaviour: Behaviour = .good, port wanted: Int? = nil) throws {
        (listener, port) = try LoopbackSocket.listen(port: wanted)
        let pictures = AnnexB.pictures(stream)
        let (listener, stop, seen) = (listener, stop, seen)
        let worker = WorkerThread(name: "rtsp") {
            while Self.wait(for: listener, stop) {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { continue }
                RTSPConnection(socket, stop: stop, pictures: pictures, behaviour) { line in
                    seen.update { $0.append(line) }
                }.serve()
                close(socket)
            }
        }
        thread.withLock { $0 = worker }
    }

    deinit {
        stop.signal()
        thread.withLock { $0.take() }?.join()
        close(listener)
    }

    package func address(_ path: String = "/live/x") -> String { "rtsp://127.0.0.1:\(port)\(path)" }

    package var requests: [String] { seen.withLock { $0 } }

    /// - Returns: `false` if the server closes.
    fileprivate static func wait(for descriptor: Int32, _ stop: WakeUp) -> Bool {
        while true {
            var entries = [
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&entries, 2, -1)
            if entries[0].revents != 0 { return false }
            if entries[1].revents != 0 { return true }
        }
    }
}

private struct RTSPConnection {
    private let socket: Int32
    private let stop: WakeUp
    private let pictures: [[ArraySlice<UInt8>]]
    private let behaviour: RTSPServer.Behaviour
    private let note: (String) -> Void

    init(
        _ socket: Int32, stop: WakeUp, pictures: [[ArraySlice<UInt8>]], _ behaviour: RTSPServer.Behaviour,
        note: @escaping (String) -> Void
    ) {
        self.socket = socket
        self.stop = stop
        self.pictures = pictures
        self.behaviour = behaviour
        self.note = note
    }

    func serve() {
        while let lines = request() {
            note(lines[0])
            let words = lines[0].split(separator: " ")
            let number = lines.first { $0.lowercased().hasPrefix("cseq:") } ?? "CSeq: 0"
            guard let method = words.first,
                answer(method: String(method), number, String(words.dropFirst().first ?? ""))
            else { return }
        }
    }

    /// - Returns: `false` if the connection ends.
    private func answer(method: String, _ number: String, _ place: String) -> Bool {
        switch (method, behaviour) {
        case ("OPTIONS", _): return send(number, ["Public: DESCRIBE, SETUP, PLAY, TEARDOWN"])
        case ("DESCRIBE", .redirects(let other)):
            return send(number, ["Location: \(other)"], status: "302 Moved Temporarily")
        case ("DESCRIBE", _):
            return send(number, ["Content-Base: \(place)/", "Content-Type: application/sdp"], body: Self.description)
        case ("SETUP", .insistsOnUDP):
            return send(
                number, ["Session: 1", "Transport: RTP/AVP;unicast;client_port=4588-4589;server_port=4590-4591"])
        case ("SETUP", _):
            return send(number, ["Session: 1;timeout=60", "Transport: RTP/AVP/TCP;unicast;interleaved=0-1"])
        case ("PLAY", _):
            return send(number, ["Session: 1", "Range: npt=0.000-"]) && sendPictures()
        case ("TEARDOWN", _): return false
        default: return send(number, ["Session: 1"])
        }
    }

    private static let description = """
        v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=Counter\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n\
        m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\na=control:track0\r\n
        """

    private func sendPictures() -> Bool {
        var packer = RTPPacker()
        for (index, units) in pictures.enumerated() {
            if case .dies(let count) = behaviour, index == count { return false }
            for packet in packer.packets(units, time: UInt32(90_000 + index * 3600)) where !write(packet) {
                return false
            }
        }
        return true
    }

    private func send(_ number: String, _ fields: [String], status: String = "200 OK", body: String = "") -> Bool {
        var lines = ["RTSP/1.0 \(status)", number] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    private func write(_ bytes: [UInt8]) -> Bool { SocketWriting.send(bytes, to: socket) }

    /// Returns the lines of the next request's head. Skips interleaved data before it (RTCP).
    private func request() -> [String]? {
        var head: [UInt8] = []
        while !head.ends(with: [13, 10, 13, 10]), head.count < 16 << 10 {
            guard let byte = next(1)?.first else { return nil }
            if head.isEmpty, byte == UInt8(ascii: "$") {
                guard let rest = next(3), next(Int(rest[1]) << 8 | Int(rest[2])) != nil else { return nil }
                continue
            }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    private func next(_ count: Int) -> [UInt8]? {
        var result: [UInt8] = []
        while result.count < count {
            guard RTSPServer.wait(for: socket, stop) else { return nil }
            var buffer = [UInt8](repeating: 0, count: count - result.count)
            let got = recv(socket, &buffer, buffer.count, 0)
            guard got > 0 else { return nil }
            result += buffer[..<got]
        }
        return result
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}

/// H.264 with start codes (ISO/IEC 14496-10, Annex B).
private enum AnnexB {
    static func pictures(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        var result: [[ArraySlice<UInt8>]] = []
        var current: [ArraySlice<UInt8>] = []
        for unit in units(bytes) {
            guard let first = unit.first else { continue }
            current.append(unit)
            // A slice ends a picture, because each picture has one slice.
            if [1, 5].contains(first & 0x1F) {
                result.append(current)
                current = []
            }
        }
        return result
    }

    private static func units(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var starts: [(mark: Int, begin: Int)] = []
        var place = 0
        while place + 2 < bytes.count {
            if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                let isLong = place > 0 && bytes[place - 1] == 0
                starts.append((isLong ? place - 1 : place, place + 3))
                place += 3
            } else {
                place += 1
            }
        }
        return starts.indices.map { index in
            bytes[starts[index].begin..<(index + 1 < starts.count ? starts[index + 1].mark : bytes.count)]
        }
    }
}

/// Turns the units of a picture into RTP packets, whole or as FU-A, each within the frame of RTSP's channel 0.
private struct RTPPacker {
    private var sequence: UInt16 = 0
    private static let most = 1200

    mutating func packets(_ units: [ArraySlice<UInt8>], time: UInt32) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for (index, unit) in units.enumerated() {
            let isLast = index == units.count - 1
            guard unit.count > Self.most, let head = unit.first else {
                result.append(packet(Array(unit), time, isLast))
                continue
            }
            var rest = unit.dropFirst()
            var isFirst = true
            while !rest.isEmpty {
                let piece = rest.prefix(Self.most)
                rest = rest.dropFirst(Self.most)
                let mark = (isFirst ? 0x80 : 0) | (rest.isEmpty ? 0x40 : 0) | head & 0x1F
                result.append(packet([head & 0xE0 | 28, mark] + piece, time, isLast && rest.isEmpty))
                isFirst = false
            }
        }
        return result
    }

    private mutating func packet(_ payload: [UInt8], _ time: UInt32, _ isMarked: Bool) -> [UInt8] {
        defer { sequence &+= 1 }
        let head: [UInt8] = [
            0x80, isMarked ? 0xE0 : 0x60, UInt8(sequence >> 8), UInt8(sequence & 0xFF), UInt8(time >> 24),
            UInt8(time >> 16 & 0xFF), UInt8(time >> 8 & 0xFF), UInt8(time & 0xFF), 0, 0, 0, 7,
        ]
        let length = head.count + payload.count
        return [UInt8(ascii: "$"), 0, UInt8(length >> 8), UInt8(length & 0xFF)] + head + payload
    }
}
