import Foundation
import PlayCore
import TestSupport

/// A server of live lists of parts (RFC 8216bis, 6.2.5), which cuts the fragments of two fixtures into parts of 0.5 s.
///
/// The stream grows with its requests: a blocking request for a list extends the stream to that part and is then
/// answered, so that no test waits for a clock. A request for a future part is held back until the part exists.
final class PartServer: Sendable {
    /// Deviations from a good server whose parts are files.
    struct Manner: Sendable {
        /// Whether parts are ranges of their segment and hints leave out their length.
        var hasRanges = false
        /// Whether a list waits for the requested part. If not, lists are sent at once.
        var holdsLists = true
        /// The number of requests for a future list that are answered at once, as if the encoder stood still. After
        /// them each plain request extends the stream by a segment.
        var stillLists = 0
        /// Whether a request for a future part waits. If not, it gets a 404.
        var holdsParts = true
        /// Whether a part is listed only after a request for it.
        var awaitsHints = false
        /// The number of the last part, from 0; lists that reach it have an end tag.
        var last = 23
        /// Whether lists leave out older segments where that is allowed.
        var skips = false
        /// Whether the first delta update skips more segments than exist.
        var hasWrongDelta = false
        /// From this part on, lists name no parts of complete segments; the list that reaches it has two more parts.
        var forgetsPartsFrom = Int.max
    }

    static let perSegment = 4
    private struct State {
        /// The number of parts in the lists, now and at the beginning.
        var count: Int
        let first: Int
        /// The addresses that were requested before they existed, in order.
        var early: [String] = []
        var deltas = 0
        /// The number of requests answered as if the encoder stood still.
        var stood = 0
        var isClosed = false
    }

    private struct Rendition: Sendable {
        var opening: [UInt8] = []
        var parts: [[UInt8]] = []
    }

    private let state: Monitor<State>
    let server: FaultServer

    /// - Parameter count: The number of parts at the beginning.
    init(_ count: Int = 18, _ manner: Manner = Manner()) throws {
        var renditions: [String: Rendition] = [:]
        for name in ["low", "mid"] { renditions[name] = try Self.rendition(name) }
        let state = Monitor(State(count: count, first: count))
        self.state = state
        server = try FaultServer { [renditions] request in Self.reply(request, renditions, manner, state) }
    }

    deinit { state.update { $0.isClosed = true } }

    var early: [String] { state.withLock { $0.early } }
    /// Returns the queries of the requests for a list; an empty one stands for none.
    func questions(_ name: String = "low") -> [String] {
        server.requests(for: "/\(name).m3u8").map { $0.query ?? "" }
    }
    /// Returns the requested parts and segments, sorted by name.
    func media(_ name: String = "low") -> [String] {
        server.requests.map(\.path).filter { $0.hasPrefix("/\(name)/") && !$0.hasSuffix("init.mp4") }.sorted()
    }

    private static func rendition(_ name: String) throws -> Rendition {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("streams/parts/\(name).mp4"))))
        var result = Rendition()
        var place = 0
        while place + 8 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let box = bytes[place..<place + length]
            switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
            case "ftyp", "moov": result.opening += box
            case "moof": result.parts.append(Array(box))
            case "mdat": result.parts[result.parts.count - 1] += box
            default: break
            }
            place += length
        }
        return result
    }

    // MARK: answers

    private static func reply(
        _ request: ReceivedRequest, _ renditions: [String: Rendition], _ manner: Manner, _ state: Monitor<State>
    ) -> FaultReply {
        if request.path == "/master.m3u8" { return .file(Array(master.utf8), for: request, entityTag: nil) }
        let names = request.path.dropFirst().split(separator: "/").map(String.init)
        if names.count == 1, let name = names[0].split(separator: ".").first.map(String.init) {
            return .file(Array(list(name, request, manner, state).utf8), for: request, entityTag: nil)
        }
        guard names.count == 2, let rendition = renditions[names[0]] else { return FaultReply(404) }
        if names[1] == "init.mp4" { return .file(rendition.opening, for: request, entityTag: nil) }
        let numbers = names[1].dropFirst().split(separator: ".").compactMap { Int($0) }
        switch (names[1].first, numbers.count) {
        case ("p", 2): return part(numbers[0] * perSegment + numbers[1], request, rendition, manner, state)
        case ("s", 1) where manner.hasRanges: return ranges(numbers[0], request, rendition, manner, state)
        case ("s", 1):
            guard state.withLock({ $0.count >= (numbers[0] + 1) * perSegment }) else { return FaultReply(404) }
            let parts = rendition.parts[numbers[0] * perSegment..<(numbers[0] + 1) * perSegment]
            return .file(parts.flatMap(\.self), for: request, entityTag: nil)
        default: return FaultReply(404)
        }
    }

    /// - Returns: Whether the part exists now.
    private static func wait(for part: Int, _ path: String, _ holds: Bool, _ state: Monitor<State>) -> Bool {
        let isThere = state.update { state in
            if state.count <= part { state.early.append(path) }
            return state.count > part
        }
        if isThere || !holds { return isThere }
        return state.wait { $0.count > part ? true : $0.isClosed ? false : nil } ?? false
    }

    private static func part(
        _ index: Int, _ request: ReceivedRequest, _ rendition: Rendition, _ manner: Manner, _ state: Monitor<State>
    ) -> FaultReply {
        guard rendition.parts.indices.contains(index), wait(for: index, request.path, manner.holdsParts, state) else {
            return FaultReply(404)
        }
        return .file(rendition.parts[index], for: request, entityTag: nil)
    }

    /// Serves the existing bytes of a segment, and later ones as they appear.
    private static func ranges(
        _ number: Int, _ request: ReceivedRequest, _ rendition: Rendition, _ manner: Manner, _ state: Monitor<State>
    ) -> FaultReply {
        let first = number * perSegment
        let parts = Array(rendition.parts[first..<first + perSegment])
        let ends = (request["range"] ?? "bytes=0-").dropFirst(6).split(separator: "-").compactMap { Int($0) }
        var (place, left) = (ends[0], ends.count > 1 ? ends[1] + 1 - ends[0] : Int.max)
        var index = 0
        while index < perSegment, place >= parts[index].count {
            place -= parts[index].count
            index += 1
        }
        guard index < perSegment, wait(for: first + index, request.path, true, state) else { return FaultReply(404) }
        let last = ends[0] + min(left, parts.reduce(0) { $0 + $1.count } - ends[0]) - 1
        let next = Monitor((index: index, place: place, left: left))
        var reply = FaultReply(request["range"] == nil ? 200 : 206)
        reply.framing = .chunked
        if reply.status == 206 { reply.headers = [("Content-Range", "bytes \(ends[0])-\(last)/*")] }
        left = 0
        reply.more = {
            let (index, place, left) = next.withLock { $0 }
            guard index < perSegment, left > 0,
                state.wait(until: nil, { $0.count > first + index ? true : $0.isClosed ? false : nil }) == true
            else { return nil }
            let piece = Array(parts[index].dropFirst(place).prefix(left))
            next.withLock { $0 = (index + 1, 0, left - piece.count) }
            return piece
        }
        return reply
    }

    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=256x64,CODECS="avc1.64000a,mp4a.40.2"
        mid.m3u8

        """

    // MARK: lists

    private static func list(
        _ name: String, _ request: ReceivedRequest, _ manner: Manner, _ state: Monitor<State>
    ) -> String {
        let pairs = (request.query ?? "").split(separator: "&").map { $0.split(separator: "=").map(String.init) }
        let asked = Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
        let skips = manner.skips && asked["_HLS_skip"] == "YES"
        if manner.awaitsHints, !asked.isEmpty {
            // A client that requests no parts must get an answer in the end.
            let patience = SystemClock().now + .seconds(20)
            _ = state.wait(until: patience) { $0.isClosed || $0.early.count + $0.first > $0.count ? () : nil }
        }
        let (count, delta) = state.update { state in
            if state.stood < manner.stillLists {
                if !asked.isEmpty { state.stood += 1 }
            } else if asked.isEmpty, manner.stillLists > 0 {
                state.count += perSegment
            } else if manner.holdsLists, let segment = asked["_HLS_msn"].flatMap({ Int($0) }) {
                state.count = max(state.count, segment * perSegment + (asked["_HLS_part"].flatMap { Int($0) } ?? 0) + 1)
            } else if !manner.holdsLists, request.number > 2 {
                state.count = .max
            }
            state.count = min(state.count, manner.last + 1)
            if state.count == manner.forgetsPartsFrom { state.count += 2 }
            if skips { state.deltas += 1 }
            return (state.count, skips ? state.deltas : 0)
        }
        return text(name, count, manner, delta)
    }

    /// - Parameter delta: The number of this delta update, or 0 for a whole list.
    private static func text(_ name: String, _ count: Int, _ manner: Manner, _ delta: Int) -> String {
        let isEnded = count > manner.last
        let complete = count / perSegment
        var text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:2
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5\(manner.skips ? ",CAN-SKIP-UNTIL=4" : "")
            #EXT-X-MEDIA-SEQUENCE:0

            """
        var first = 0
        if delta > 0, complete > 2 {
            first = complete - 2
            text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(manner.hasWrongDelta && delta == 1 ? 50 : first)\n"
        }
        text += "#EXT-X-MAP:URI=\"\(name)/init.mp4\"\n"
        for segment in first...complete where segment * perSegment < count || segment < complete {
            let parts = min(perSegment, count - segment * perSegment)
            // Only the last three target durations have parts.
            let hasParts = segment + 3 > complete && (segment == complete || count < manner.forgetsPartsFrom)
            for part in 0..<parts where hasParts {
                text += "#EXT-X-PART:DURATION=0.5,\(address(name, segment, part, manner))"
                text += "\(part % 2 == 0 ? ",INDEPENDENT=YES" : "")\n"
            }
            if parts == perSegment { text += "#EXTINF:2.0,\n\(name)/s\(segment).mp4\n" }
        }
        if isEnded { return text + "#EXT-X-ENDLIST\n" }
        let (segment, part) = (count / perSegment, count % perSegment)
        text += "#EXT-X-PRELOAD-HINT:TYPE=PART,"
        if manner.hasRanges {
            text += "URI=\"\(name)/s\(segment).mp4\""
            if part > 0 { text += ",BYTERANGE-START=\(offset(name, segment, part))" }
        } else {
            text += "URI=\"\(name)/p\(segment).\(part).mp4\""
        }
        let other = name == "low" ? "mid" : "low"
        let (lastSegment, lastPart) = ((count - 1) / perSegment, (count - 1) % perSegment)
        return text
            + "\n#EXT-X-RENDITION-REPORT:URI=\"\(other).m3u8\",LAST-MSN=\(lastSegment),LAST-PART=\(lastPart)\n"
    }

    private static func address(_ name: String, _ segment: Int, _ part: Int, _ manner: Manner) -> String {
        guard manner.hasRanges else { return "URI=\"\(name)/p\(segment).\(part).mp4\"" }
        let (start, end) = (offset(name, segment, part), offset(name, segment, part + 1))
        return "URI=\"\(name)/s\(segment).mp4\",BYTERANGE=\"\(end - start)@\(start)\""
    }

    private static let sizes: [String: [Int]] = {
        var result: [String: [Int]] = [:]
        for name in ["low", "mid"] { result[name] = (try? rendition(name))?.parts.map(\.count) ?? [] }
        return result
    }()

    private static func offset(_ name: String, _ segment: Int, _ part: Int) -> Int {
        let sizes = sizes[name] ?? []
        return sizes[segment * perSegment..<segment * perSegment + part].reduce(0, +)
    }
}
