import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// Adverts that segments and files mark within them, read by the real demuxers.
@Suite("Adverts that containers mark", .timeLimit(.minutes(10)))
struct ContainerAdvertTests {
    private static func file(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path("streams/" + name)) ?? Data())
    }

    private func seconds(_ marks: [RegionMark]) -> [[Double]] {
        #expect(marks.allSatisfy { $0.kind == .advert })
        return marks.map { mark in
            [mark.start, mark.end].map { end in
                if case .time(let time) = end { (time.inSeconds * 10).rounded() / 10 } else { -1 }
            }
        }
    }

    private func found(
        _ path: String, _ files: [String: [UInt8]], seeking target: MediaTime? = nil
    ) throws -> [[Double]] {
        let server = try FaultServer { request in
            files[request.path].map { .file($0, for: request) } ?? StreamNetworkTests.reply(request)
        }
        let player = try StreamPlayer(address: server.address(path))
        if let target {
            player.source.select(Set(player.source.tracks.map(\.id)))
            #expect(player.source.seek(to: target, direction: .atOrBefore))
        }
        _ = try player.packets()
        return seconds(player.source.stream?.status.adverts ?? [])
    }

    /// Returns the counter as five segments; `make` yields the messages of each. Breaks run from 3 s to 7 s.
    private func segments(_ make: (_ start: Int64, _ index: Int) -> [[UInt8]]) throws -> [String: [UInt8]] {
        let start = try #require(SpliceStream.firstTime(Self.file("ts/low0.ts")))
        var files: [String: [UInt8]] = [:]
        for index in 0..<5 {
            let bytes = Self.file("ts/low\(index).ts")
            let place = try #require(SpliceStream.firstTime(bytes))
            files["/ts/low\(index).ts"] = SpliceStream.adding(make(start, index).map { (place + 9000, $0) }, to: bytes)
        }
        return files
    }

    @Test("HLS: SCTE 35 sections repeated in each transport stream segment yield one part")
    func sections() throws {
        let files = try segments { start, _ in
            [SpliceMessages.insert(5, ticks: start + 270_000 - 900, duration: 360_000, adjustment: 900)]
        }
        try expect(found("/ts/low.m3u8", files), is: [[3, 7]])
        try expect(found("/ts/low.m3u8", files, seeking: .seconds(6)), is: [[3, 7]])
    }

    @Test("HLS: one signal begins a break and another ends it, and a mark of the manifest joins the same break")
    func signals() throws {
        let files = try segments { start, index in
            switch index {
            case 0: [SpliceMessages.signal(5, type: 0x34, ticks: start + 270_000)]
            case 3: [SpliceMessages.signal(5, type: 0x35, ticks: start + 630_000)]
            default: []
            }
        }
        try expect(found("/ts/low.m3u8", files), is: [[3, 7]])
        // A seek past the first signal leaves the break unknown.
        try expect(found("/ts/low.m3u8", files, seeking: .seconds(6)), is: [])
        let list = String(decoding: Self.file("ts/low.m3u8"), as: UTF8.self).replacing(
            "#EXTINF:2.000000,\nlow1.ts", with: "#EXT-X-CUE-OUT:4\n#EXTINF:2.000000,\nlow1.ts")
        let both = files.merging(["/ts/low.m3u8": Array(list.utf8)]) { $1 }
        try expect(found("/ts/low.m3u8", both), is: [[2, 7]])
    }

    /// Returns the picture segments with a box before each.
    private func boxed(_ make: (_ index: Int) -> [UInt8]) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for rendition in 0..<3 {
            for index in 1...5 {
                let name = "mp4/s\(rendition)-\(index).m4s"
                files["/" + name] = make(index) + Self.file(name)
            }
        }
        return files
    }

    @Test(
        "DASH and HLS: emsg boxes of both versions yield parts", arguments: ["/mp4/manifest.mpd", "/mp4/master.m3u8"])
    func messages(path: String) throws {
        let insert = SpliceMessages.insert(5, ticks: 77, duration: 360_000)
        let absolute = boxed { _ in SpliceMessages.box(insert, version: 1, time: 3000, scale: 1000) }
        try expect(found(path, absolute), is: [[3, 7]])
        try expect(found(path, absolute, seeking: .seconds(6)), is: [[3, 7]])
        let relative = boxed { index in
            index > 2 ? [] : SpliceMessages.box(insert, version: 0, time: Int64(5000 - 2000 * index), scale: 1000)
        }
        try expect(found(path, relative), is: [[3, 7]])
        // A malformed message yields no part.
        let own = boxed { _ in SpliceMessages.box([0xFC, 0x30], version: 1, time: 3000, scale: 1000) }
        try expect(found(path, own), is: [])
    }

    private func film(_ sections: [(ticks: Int64, bytes: [UInt8])]) -> [UInt8] {
        SpliceStream.adding(sections, to: (0..<5).flatMap { Self.file("ts/low\($0).ts") })
    }

    private func source(_ bytes: [UInt8], _ name: String = "film.ts") throws -> ContainerSource {
        let source = try ContainerSource(MemoryByteSource(Data(bytes)), nameHint: name, cancel: CancelToken())
        source.select(Set(source.tracks.map(\.id)))
        return source
    }

    private func readAll(_ source: ContainerSource) throws -> Int {
        var count = 0
        while case .packet? = try source.read() { count += 1 }
        return count
    }

    @Test("a part of a plain transport stream is known once its section was read, and a seek back keeps it")
    func plain() throws {
        let start = try #require(SpliceStream.firstTime(Self.file("ts/low0.ts")))
        let plain = try source(film([]))
        let marked = try source(
            film([
                (start + 45_000, SpliceMessages.insert(5, ticks: start + 270_000, duration: 900_000)),
                (start + 450_000, SpliceMessages.insert(5, isOut: false, ticks: start + 630_000)),
            ]))
        expect(marked.tracks.map(\.kind), is: plain.tracks.map(\.kind))
        #expect(marked.adverts.isEmpty)
        guard case .packet(let first)? = try marked.read(), let begin = first.time?.inSeconds else {
            Issue.record("no packet")
            return
        }
        try expect(1 + readAll(marked), is: readAll(plain), "nothing else comes out")
        func isRight() -> Bool {
            let found = seconds(marked.adverts).joined().map { $0 - begin }
            return found.count == 2 && abs(found[0] - 3) < 0.1 && abs(found[1] - 7) < 0.1
        }
        #expect(isRight(), "\(seconds(marked.adverts)) from \(begin) on")
        #expect(marked.seek(to: .seconds(1), direction: .atOrBefore))
        _ = try readAll(marked)
        #expect(isRight(), "\(seconds(marked.adverts)) from \(begin) on")
    }

    /// Returns one file of fragmented MP4 with a box before each fragment.
    private func fragmented(_ make: (_ index: Int) -> [UInt8]) -> [UInt8] {
        Self.file("mp4/init0.m4s") + (1...5).flatMap { make($0) + Self.file("mp4/s0-\($0).m4s") }
    }

    @Test("a part of a fragmented MP4 file is known once its emsg was read, also after a seek")
    func fragments() throws {
        let insert = SpliceMessages.insert(5, ticks: 77, duration: 360_000)
        let absolute = fragmented { _ in SpliceMessages.box(insert, version: 1, time: 3000, scale: 1000) }
        let source = try source(absolute, "film.mp4")
        #expect(try readAll(source) > 200)
        expect(seconds(source.adverts), is: [[3, 7]])
        let relative = fragmented { index in
            index > 2 ? [] : SpliceMessages.box(insert, version: 0, time: Int64(5000 - 2000 * index), scale: 1000)
        }
        let second = try self.source(relative, "film.mp4")
        _ = try readAll(second)
        expect(seconds(second.adverts), is: [[3, 7]])
        let third = try self.source(absolute, "film.mp4")
        _ = try third.read()
        #expect(third.seek(to: .seconds(6), direction: .atOrBefore))
        _ = try readAll(third)
        expect(seconds(third.adverts), is: [[3, 7]])
        let plain = try self.source(fragmented { _ in [] }, "film.mp4")
        _ = try readAll(plain)
        #expect(plain.adverts.isEmpty)
        let cancelled = fragmented { index in
            let content = index == 1 ? insert : index == 2 ? SpliceMessages.cancelled(5) : []
            return content.isEmpty
                ? [] : SpliceMessages.box(content, version: 0, time: index == 1 ? 8000 : 0, scale: 1000)
        }
        let taken = try self.source(cancelled, "film.mp4")
        _ = try readAll(taken)
        #expect(taken.adverts.isEmpty, "\(seconds(taken.adverts))")
    }

    @Test("300 files with mutated tables and sections are read to their ends", arguments: 0..<3)
    func mutated(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let start = try #require(SpliceStream.firstTime(Self.file("ts/low0.ts")))
        let clean = Self.file("ts/low0.ts")
        for round in 0..<100 {
            let sections = (0..<20).map { index -> (ticks: Int64, bytes: [UInt8]) in
                var bytes = SpliceMessages.insert(
                    UInt32(index), ticks: start + 9000 * Int64(index),
                    duration: Int64.random(in: 0..<1 << 33, using: &random))
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if round % 2 == 0 { bytes = SpliceMessages.signed(Array(bytes.dropLast(4))) }
                return (start + 7200 * Int64(index), bytes)
            }
            var bytes = SpliceStream.adding(sections, to: clean)
            if round % 3 == 0 {
                // Mutates the tables, too.
                for _ in 0..<4 { bytes[Int.random(in: 188..<188 * 3, using: &random)] ^= 1 << UInt8(round % 8) }
            }
            do throws(MediaError) {
                let source = try ContainerSource(
                    MemoryByteSource(Data(bytes)), nameHint: "film.ts", cancel: CancelToken())
                source.select(Set(source.tracks.map(\.id)))
                while case .packet? = try source.read() {}
                #expect(source.adverts.count <= 20)
            } catch {
                #expect(error.code != .cancelled)
            }
        }
    }
}
