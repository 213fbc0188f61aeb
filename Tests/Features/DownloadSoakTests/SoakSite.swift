import Foundation
import PlayCore
import TestSupport

/// Downloads of all kinds, served by a real nginx through two proxies: one for bytes that may be fetched only once, one
/// for downloads that have to restart.
final class SoakSite {
    enum Kind: String, CaseIterable {
        case file, plain, hls, fragments, dash, secure, changing, signed

        /// Whether bytes that are on the disk are kept in every case.
        var keeps: Bool { self != .plain && self != .changing }

        /// Whether this is a stream. Its segments are random bytes, so they cannot be joined to a film.
        var isStream: Bool { [.hls, .fragments, .dash].contains(self) }
    }

    let nginx: NginxServer
    /// The proxy for kinds that keep their bytes.
    let line: LineProxy
    let other: LineProxy
    private(set) var contents: [String: [UInt8]] = [:]
    /// All versions that `changing` has had.
    private(set) var versions: [[UInt8]] = []
    private var signature = 0
    /// The size of the files in megabytes; small in the short form of the test.
    private let scale: Int
    /// The manifest with the current address of `signed`.
    let manifest: String

    static let segments = 12
    private static let segment = 250_001
    private static let locations = """
        location / { root ROOT; }
        location /plain/ { root ROOT; max_ranges 0; }
        location /signed/ { root ROOT; error_page 404 =403 /refused; }
        location = /refused { return 403; }
        """

    /// - Parameters:
    ///   - folder: The folder for the manifest of the signed file.
    ///   - rate: The bytes per second of each connection.
    init(_ folder: String, scale: Int, rate: Int) throws {
        self.scale = scale
        manifest = folder + "/signed.tvplay.json"
        nginx = try NginxServer(files: [:], locations: Self.locations)
        line = try LineProxy(to: nginx.port, bytesPerSecond: rate)
        other = try LineProxy(to: nginx.port, bytesPerSecond: rate)
        let sizes = [("file", 12), ("secure", 6), ("signed", 8), ("plain", 2)]
        for (index, (name, size)) in sizes.enumerated() {
            contents[name] = Self.bytes(size * scale << 20 + 4321 + index, seed: UInt64(index + 1))
        }
        for (index, name) in ["hls", "fragments", "dash"].enumerated() {
            for number in 0..<Self.segments {
                let seed = UInt64(100 * (index + 1) + number)
                contents["\(name)/\(Self.padded(number))"] = Self.bytes(Self.segment + number, seed: seed)
            }
        }
        for name in ["file", "secure"] { try write(name + ".bin", contents[name] ?? []) }
        try write("plain/plain.bin", contents["plain"] ?? [])
        try write("original.bin", contents["signed"] ?? [])
        try writeStreams()
        try sign()
        try change()
    }

    // MARK: changes

    /// Writes another version of `changing` with another length: nginx's tags consist of the length and the time in
    /// whole seconds.
    func change() throws {
        versions.append(Self.bytes(4 * scale << 20 + 1000 * versions.count, seed: UInt64(1000 + versions.count)))
        try write("changing.bin", versions[versions.count - 1])
    }

    /// Moves `signed` to another address; the old address is refused from now on.
    func sign() throws {
        let old = "\(root)/signed/\(signature)"
        signature += 1
        let new = "\(root)/signed/\(signature)"
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        // The file is the same, with the same date and tag.
        try FileManager.default.linkItem(atPath: root + "/original.bin", toPath: new + "/signed.bin")
        let address = "http://127.0.0.1:\(line.port)/signed/\(signature)/signed.bin"
        let text = """
            { "tvplay": 1, "videos": [ { "id": "s", "title": "signed",
              "definitions": [ { "key": "720p", "addresses": [ "\(address)" ] } ] } ] }
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: manifest), options: .atomic)
        if FileManager.default.fileExists(atPath: old) { try FileManager.default.removeItem(atPath: old) }
    }

    // MARK: addresses

    func reference(_ kind: Kind) -> String {
        let (line, other) = ("http://127.0.0.1:\(line.port)/", "http://127.0.0.1:\(other.port)/")
        switch kind {
        case .file: return line + "file.bin"
        case .secure: return line + "secure.bin"
        case .hls: return line + "hls/list.m3u8"
        case .fragments: return line + "fragments/list.m3u8"
        case .dash: return line + "dash/stream.mpd"
        case .signed: return manifest
        case .plain: return other + "plain/plain.bin"
        case .changing: return other + "changing.bin"
        }
    }

    // MARK: files

    private var root: String { nginx.folder.path + "/root" }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = root + "/" + name
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private func writeStreams() throws {
        var hls = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        var fragments = hls + "#EXT-X-VERSION:7\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        for number in 0..<Self.segments {
            let name = Self.padded(number)
            hls += "#EXTINF:4.0,\n\(name).ts\n"
            fragments += "#EXTINF:4.0,\n\(name).m4s\n"
            try write("hls/\(name).ts", contents["hls/" + name] ?? [])
            try write("fragments/\(name).m4s", contents["fragments/" + name] ?? [])
            try write("dash/\(name).m4s", contents["dash/" + name] ?? [])
        }
        for name in ["fragments", "dash"] {
            contents["\(name)/init"] = Self.bytes(777, seed: 7)
            try write("\(name)/init.mp4", Self.bytes(777, seed: 7))
        }
        try write("hls/list.m3u8", Array((hls + "#EXT-X-ENDLIST\n").utf8))
        try write("fragments/list.m3u8", Array((fragments + "#EXT-X-ENDLIST\n").utf8))
        try write(
            "dash/stream.mpd",
            Array(
                """
                <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
                 profiles="urn:mpeg:dash:profile:isoff-live:2011" mediaPresentationDuration="PT\(4 * Self.segments)S">
                <Period><AdaptationSet mimeType="video/mp4" segmentAlignment="true">
                <SegmentTemplate timescale="1" duration="4" startNumber="0" initialization="init.mp4"
                 media="$Number%05d$.m4s"/>
                <Representation id="v" bandwidth="500000" width="1280" height="720" codecs="avc1.4d401f"/>
                </AdaptationSet></Period></MPD>
                """.utf8))
    }

    static func padded(_ number: Int) -> String {
        String(repeating: "0", count: 5 - "\(number)".count) + "\(number)"
    }

    /// Returns a block of random bytes, repeated. Its length has no divisor in common with the lengths of windows.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let block = (0..<65_537).map { _ in UInt8.random(in: 0...255, using: &random) }
        var result: [UInt8] = []
        result.reserveCapacity(count + block.count)
        while result.count < count { result += block }
        return Array(result.prefix(count))
    }
}
