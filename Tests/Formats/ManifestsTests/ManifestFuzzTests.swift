import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Manifests

/// Readers of small documents beside a stream: random input ends in values or errors.
@Suite(.serialized)
struct ManifestFuzzTests {
    private func bytes(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    @Test("mutated chapter files yield ordered chapters or an error")
    func chapters() {
        let seeds = bytes(
            #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"One"},{"startTime":9.5,"endTime":12,"toc":false}]}"#,
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=60000\ntitle=a\\=b\n[CHAPTER]\nSTART=60\nEND=90\n",
            "FILE \"a b.wav\" WAVE\n  TRACK 01 AUDIO\n    TITLE \"One\"\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 01 01:02:03\n"
        )
        ReaderFuzz.run("ChapterFile", 1500, of: seeds) { bytes in
            guard let chapters = try? ChapterFile.parse(bytes, of: "a b.wav") else { return false }
            #expect(chapters.allSatisfy { $0.range.end >= $0.range.start && $0.range.start >= .zero })
            return true
        }
    }

    @Test("mutated chapter lists of a stream yield chapters or an error")
    func streamChapters() {
        let seeds = bytes(
            #"[{"start-time":1.5,"duration":3,"titles":[{"language":"en","title":"A"},{"language":"de","title":"B"}],"metadata":[]},{"chapter":2,"start-time":60}]"#
        )
        ReaderFuzz.run("HLSChapters", 1500, of: seeds) { (try? HLSChapters.parse($0, languages: ["de"])) != nil }
    }

    @Test("mutated answers of a steering server yield an order or an error")
    func steering() throws {
        let location = ManifestLocation.address(try #require(Address("https://h.example/steer?x=1")))
        let seeds = bytes(
            #"{"VERSION":1,"TTL":300,"RELOAD-URI":"/next?a=b","PATHWAY-PRIORITY":["a","b"],"PATHWAY-CLONES":[{"BASE-ID":"a","ID":"c","URI-REPLACEMENT":{"HOST":"c.example"}}]}"#
        )
        ReaderFuzz.run("SteeringAnswer", 1500, of: seeds) { (try? SteeringAnswer.parse($0, at: location)) != nil }
    }

    @Test("mutated segment indexes of MP4 yield entries within the file or nothing")
    func segmentIndex() {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let references = (0..<3).flatMap { number(1000 + $0) + number(90_000) + number(0x9000_0000) }
        let body = number(0) + number(1) + number(90_000) + number(0) + number(0) + number(3) + references
        let index = number(UInt32(body.count + 8)) + Array("sidx".utf8) + body
        ReaderFuzz.run(
            "SegmentIndex", 3000, of: [index, number(16) + Array("free".utf8) + number(0) + number(0) + index]
        ) {
            guard let index = SegmentIndex.parse($0, at: 500) else { return false }
            #expect(index.entries.allSatisfy { $0.duration >= 0 && $0.range.offset >= 0 })
            return true
        }
    }

    @Test("mutated lists of skipped parts yield marks within bounds or an error")
    func skipFiles() {
        let seeds = bytes(
            #"[{"category":"sponsor","segment":[1.5,9],"actionType":"skip","UUID":"u"},{"category":"poi_highlight","segment":[20,20]},{"category":"chapter","actionType":"chapter","segment":[30,40],"description":"Gate"}]"#,
            "1.5\t9.0\t3\n00:01:02.5 00:02:00 0\n## note\n#120 #240 2\n", "0:01:00-0:02:00\tintro\n")
        ReaderFuzz.run("SkipFile", 1500, of: seeds) { (try? SkipFile($0)) != nil }
    }
}
