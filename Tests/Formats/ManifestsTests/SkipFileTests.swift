import PlayCore
import TestSupport
import Testing

@testable import Manifests

@Suite("Skip files")
struct SkipFileTests {
    private func marks(_ text: String) throws -> [RegionMark] { try SkipFile(Array(text.utf8)).marks }

    private func mark(
        _ start: Double, _ end: Double, _ kind: Region.Kind, _ use: RegionMark.Use = .skip, _ title: String? = nil
    ) -> RegionMark {
        RegionMark(
            start: .time(MediaTime(seconds: start)), end: .time(MediaTime(seconds: end)), kind: kind, use: use,
            title: title)
    }

    @Test("Kodi's EDL has seconds, h:mm:ss.ms and #frames with an action, and other lines are skipped")
    func kodi() throws {
        let found = try marks(
            """
            \u{FEFF}## made by hand
            5.3\t7.1  0
            0:00:15.25 00:16:00 1

            420   822 3
            #127 #170 0
            255.3 2
            1 2 9
            1 2
            x y 0
            822 1000 2 more
            """)
        expect(
            found,
            is: [
                mark(5.3, 7.1, .cut), mark(15.25, 960, .mute, .mute), mark(420, 822, .commercial),
                RegionMark(start: .frame(127), end: .frame(170), kind: .cut), mark(255.3, 255.3, .scene, .show),
                mark(1, 1, .scene, .show),
                mark(1000, 1000, .scene, .show),
            ])
    }

    @Test("the first skipped line is reported, also one that ends before it begins")
    func wrongLine() throws {
        func line(_ text: String) throws -> Int? { try SkipFile(Array(text.utf8)).wrongLine }
        try expect(line("1 2 0\n## words\n\n3 4 1\n"), is: nil)
        try expect(line("\n1 2 0\nrubbish\n3 4\n5 6 9\n"), is: 3)
        try expect(line("1 2 0\n20 10 0\n"), is: 2)
        try expect(line(#"[{"segment": [1, 2], "category": "unheard-of"}]"#), is: nil)
    }

    @Test("other files are refused, mpv's EDL as unsupported, and an empty file has no marks")
    func others() throws {
        #expect(try marks("").isEmpty)
        #expect(try marks("\n## nothing\n").isEmpty)
        #expect { try marks("hello\nworld\n") } throws: { ($0 as? ManifestError)?.line == 1 }
        #expect { try marks("# mpv EDL v0\nfilm.mkv,10,20\n") } throws: { error in
            (error as? ManifestError)?.code == .unsupported
        }
        #expect(throws: ManifestError.self) { try SkipFile([UInt8](repeating: 0x20, count: SkipFile.limit + 1)) }
    }

    @Test(
        "SponsorBlock segments are read, except unknown ones and those of the whole video"
    )
    func sponsorBlock() throws {
        let list = #"""
            [{"segment": [10.5, 25], "UUID": "a", "category": "sponsor", "actionType": "skip", "votes": 3},
             {"segment": [30, 31], "category": "music_offtopic", "actionType": "mute"},
             {"segment": [40, 40], "category": "poi_highlight", "actionType": "poi"},
             {"segment": [50, 60], "category": "chapter", "actionType": "chapter", "description": "Two"},
             {"segment": [0, 0], "category": "exclusive_access", "actionType": "full"},
             {"segment": [1, 2], "category": "unheard", "actionType": "skip"},
             {"segment": [1], "category": "intro"}, {"segment": [-1, 5], "category": "intro"},
             {"segment": ["a", 5], "category": "intro"}, 7, {"segment": [70, 80], "category": "outro"}]
            """#
        let expected = [
            mark(10.5, 25, .sponsor), mark(30, 31, .music, .mute), mark(40, 40, .highlight, .show),
            mark(50, 60, .chapter, .show, "Two"), mark(70, 80, .outro),
        ]
        try expect(marks(list), is: expected)
        try expect(marks(#"{"videoID": "x", "segments": \#(list)}"#), is: expected)
        try expect(marks(#"[{"videoID": "x", "segments": \#(list)}]"#), is: expected)
        #expect(try marks("[]").isEmpty)
        for wrong in ["{", "{}", "[1]", #"[{"segments": []}, {"segments": []}]"#, #"{"segments": 3}"#] {
            #expect(throws: ManifestError.self, "\(wrong)") { try marks(wrong) }
        }
    }

    @Test("an item's number of marks is limited")
    func bounds() throws {
        let lines = String(repeating: "1 2 0\n", count: 20_000)
        try expect(marks(lines).count, is: RegionRules.mostRegions)
        let segments = String(repeating: #"{"segment":[1,2],"category":"intro"},"#, count: 20_000)
        try expect(marks("[" + segments + "{}]").count, is: RegionRules.mostRegions)
    }

    @Test("mutated, truncated and mixed files yield valid marks or an error", arguments: 0..<2)
    func mutations(_ seed: Int) {
        let seeds = [
            "5.3 7.1 0\n0:00:15.25 00:16:00 1\n#127 #170 3\n255.3 2\n",
            #"[{"segment":[10.5,25],"category":"sponsor","actionType":"skip","description":"d"},{"segment":[1e3,2],"category":"intro","actionType":"mute"}]"#,
        ].map { Array($0.utf8) }
        let inserts: [[UInt8]] = ["#", ":", "1e999", "99999999999999999999", "-", "\n", "[", "{", "\"", "NaN", "\0"].map
        {
            Array($0.utf8)
        }
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Rounds.of(1500) {
            var bytes = seeds[seed]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0...max(0, bytes.count - 1), using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: inserts.randomElement(using: &random) ?? [], at: place)
                case 2: bytes.remove(at: place)
                case 3: bytes = Array(bytes.prefix(place + 1))
                default: bytes += bytes[place...]
                }
                if bytes.isEmpty || bytes.count > 5000 { bytes = seeds[seed] }
            }
            guard let marks = try? SkipFile(bytes).marks else { continue }
            let index = RegionRules().regions(marks, chapters: [], duration: nil, framesPerSecond: 25)
            let isWellFormed = index.regions.allSatisfy {
                $0.range.start >= .zero && $0.range.end <= .seconds(1_000_000_000)
            }
            if !isWellFormed { Issue.record("\(index.regions)") }
        }
    }
}
