import TestSupport
import Testing

@testable import PlayCore

@Suite("Regions on the media axis")
struct RegionTests {
    private func range(_ start: Int, _ end: Int) -> MediaRange {
        MediaRange(start: .seconds(start), end: .seconds(end))
    }

    private func region(_ start: Int, _ end: Int, _ effect: Region.Effect) -> Region {
        Region(range: range(start, end), kind: .sponsor, effect: effect)
    }

    /// Returns ten thousand regions that overlap, nest and touch, some of them empty.
    private func many(_ random: inout SeededGenerator) -> [Region] {
        (0..<10_000).map { _ in
            let start = Int.random(in: 0..<100_000, using: &random)
            let isLong = Int.random(in: 0..<100, using: &random) == 0
            let length = Int.random(in: 0..<(isLong ? 20_000 : 40), using: &random)
            let effects: [Region.Effect] = [.cut, .skip, .mute, .ask, .show]
            return region(start, start + length, effects[Int.random(in: 0..<5, using: &random)])
        }
    }

    @Test(
        "the index of 10,000 regions finds exactly those at a time and those that playback crosses",
        arguments: 1...3)
    func index(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let regions = many(&random)
        let index = RegionIndex(regions)
        expect(index.regions.count, is: regions.count)
        for _ in 0..<Rounds.of(50) {
            let time = MediaTime.milliseconds(Int.random(in: -1000...125_000_000, using: &random))
            let here = index.indices(at: time)
            let expected = index.regions.indices.filter {
                index.regions[$0].range.start <= time && time < index.regions[$0].range.end
            }
            expect(here, is: expected)
            expect(index.nextStart(after: time), is: regions.map(\.range.start).filter { $0 > time }.min())
            let leaps = regions.filter { $0.isLeft && !$0.range.isEmpty }.map(\.range.start)
            expect(index.nextLeap(after: time), is: leaps.filter { $0 > time }.min())
            let leap = index.leap(from: time)
            expect((leap != nil), is: expected.contains { index.regions[$0].isLeft })
            if let leap {
                #expect(leap > time)
                #expect(!index.indices(at: leap).contains { index.regions[$0].isLeft }, "one leap leads out of all")
            }
        }
    }

    @Test(
        "after regions are replaced only new ones act, not those that have already acted")
    func replaced() {
        var follower = RegionFollower(RegionIndex([region(10, 40, .ask)]))
        expect(follower.play(to: .seconds(12)).count, is: 1)
        follower.replace(
            RegionIndex([region(10, 30, .ask), region(11, 30, .ask), region(20, 25, .ask)]), at: .seconds(13))
        expect(follower.play(to: .seconds(13)).map(\.range), is: [range(11, 30)])
        expect(follower.play(to: .seconds(21)).map(\.range), is: [range(20, 25)])
        #expect(follower.play(to: .seconds(22)).isEmpty)
    }

    @Test("a region acts once when playback enters it, but not after a seek into it")
    func follower() {
        var random = SeededGenerator(seed: 7)
        let index = RegionIndex(many(&random))
        var follower = RegionFollower(index)
        var inside: Set<Int> = []
        var position = MediaTime.zero
        for _ in 0..<3000 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                position = .milliseconds(Int.random(in: 0...110_000_000, using: &random))
                let here = index.indices(at: position)
                inside = Set(here.filter { inside.contains($0) || index.regions[$0].effect != .cut })
                follower.leap(to: position)
            case 1:
                position = .milliseconds(Int.random(in: 0...110_000_000, using: &random))
                inside = Set(index.indices(at: position))
                follower.leap(to: position, letsCutsBe: true)
            default:
                position = position + .milliseconds(Int.random(in: 0...20_000, using: &random))
                let here = index.indices(at: position)
                expect(follower.play(to: position), is: here.filter { !inside.contains($0) }.map { index.regions[$0] })
                inside = Set(here)
                #expect(follower.play(to: position).isEmpty, "once")
            }
        }
    }

    @Test("a seek into cuts lands behind them when going forward and before them when going back")
    func landing() {
        let index = RegionIndex([region(10, 20, .cut), region(20, 30, .cut), region(50, 60, .skip)])
        expect(index.landing(of: .seconds(12), from: .zero), is: .seconds(30))
        expect(index.landing(of: .seconds(29), from: .seconds(34)), is: .seconds(9))
        expect(index.landing(of: .seconds(55), from: .zero), is: .seconds(55))
        expect(index.landing(of: .seconds(12), from: nil), is: .seconds(30), "a place that is named")
        let atStart = RegionIndex([region(0, 10, .cut)])
        expect(atStart.landing(of: .zero, from: .seconds(70)), is: .seconds(10))
        var random = SeededGenerator(seed: 5)
        let many = RegionIndex(many(&random))
        for _ in 0..<1000 {
            let (origin, target) = (
                Int.random(in: 0...110_000, using: &random), Int.random(in: 0...110_000, using: &random)
            )
            let place = many.landing(of: .seconds(target), from: .seconds(origin))
            #expect(!many.indices(at: place).contains { many.regions[$0].effect == .cut })
        }
    }

    @Test("touching and overlapping ranges are merged, and overlaps with a range are found")
    func rangeSet() {
        let set = MediaRangeSet([range(5, 7), range(1, 3), range(3, 4), range(6, 9), range(2, 2)])
        expect(set.ranges, is: [range(1, 4), range(5, 9)])
        expect(set.range(at: .seconds(4)), is: nil)
        expect(set.range(at: .seconds(5)), is: range(5, 9))
        expect(Array(set.overlapping(range(3, 6))), is: [range(1, 4), range(5, 9)])
        #expect(set.overlapping(range(4, 5)).isEmpty)
        #expect(MediaRangeSet().overlapping(range(0, 9)).isEmpty)
    }
}

@Suite("The viewer's rules for regions")
struct RegionRulesTests {
    private func mark(_ kind: Region.Kind, _ use: RegionMark.Use = .skip) -> RegionMark {
        RegionMark(start: .time(.seconds(1)), end: .time(.seconds(2)), kind: kind, use: use)
    }

    private func effects(_ rules: RegionRules, _ marks: [RegionMark]) -> [Region.Effect] {
        rules.regions(marks, chapters: [], duration: nil, framesPerSecond: nil).regions.map(\.effect)
    }

    @Test("each kind has its own action, which the viewer can change, and silence is muted instead of skipped")
    func actions() throws {
        let marks = [
            mark(.sponsor), mark(.intro), mark(.filler), mark(.cut), mark(.sponsor, .mute), mark(.highlight, .show),
        ]
        expect(effects(RegionRules(), marks), is: [.skip, .ask, .show, .cut, .mute, .ask])
        let rules = try #require(
            RegionRules(written: "sponsor:ask,intro:skip,filler:ignore,cut:show,poi_highlight:show"))
        expect(effects(rules, marks), is: [.ask, .skip, .show, .show, .show])
        try expect(effects(try #require(RegionRules(written: "all:ignore,intro:skip")), marks), is: [.skip])
    }

    @Test(
        "malformed rules are refused",
        arguments: ["", "sponsor", "sponsor:", "x:skip", "sponsor:leap", "a:b:c", "intro:ask,"])
    func refused(_ text: String) { expect(RegionRules(written: text), is: nil) }

    @Test(
        "frames are converted by the film's rate, and a region without a rate or with a reversed end is dropped"
    )
    func places() {
        let marks = [
            RegionMark(start: .frame(50), end: .frame(100), kind: .cut),
            RegionMark(start: .time(.seconds(9)), end: .time(.seconds(8)), kind: .cut),
        ]
        func ranges(_ rate: Double?) -> [MediaRange] {
            RegionRules().regions(marks, chapters: [], duration: nil, framesPerSecond: rate).regions.map(\.range)
        }
        expect(ranges(25), is: [MediaRange(start: .seconds(2), end: .seconds(4))])
        #expect(ranges(nil).isEmpty)
        #expect(ranges(0).isEmpty)
    }

    @Test("chapters are skipped by name in any case, and the last one lasts to the end of the film")
    func chapters() throws {
        var rules = RegionRules()
        rules.chapters = TitlePattern("^(opening|片头|credits)$")
        let chapters = [(0, 0, "Opening"), (10, 20, "片头"), (20, 30, "The opening"), (90, 90, "CREDITS"), (95, 96, nil)]
            .map {
                Chapter(range: MediaRange(start: .seconds($0.0), end: .seconds($0.1)), title: $0.2)
            }
        let found = rules.regions([], chapters: chapters, duration: .seconds(100), framesPerSecond: nil).regions
        expect(found.map(\.range.start), is: [.zero, .seconds(10), .seconds(90)])
        expect(found.map(\.range.end), is: [.seconds(10), .seconds(20), .seconds(95)])
        let last = rules.regions([], chapters: Array(chapters[3..<4]), duration: .seconds(100), framesPerSecond: nil)
        expect(last.regions.map(\.range.end), is: [.seconds(100)])
    }

    @Test("marked chapters and the highlight are added to the film's chapters unless ignored or duplicate")
    func markedChapters() throws {
        func place(_ start: Int, _ end: Int, _ kind: Region.Kind, _ title: String?) -> RegionMark {
            RegionMark(
                start: .time(.seconds(start)), end: .time(.seconds(end)), kind: kind, use: .show, title: title)
        }
        let own = [
            Chapter(range: MediaRange(start: .zero, end: .seconds(50)), title: "Arrival"),
            Chapter(range: MediaRange(start: .seconds(50), end: .seconds(90)), title: nil),
        ]
        let marks = [
            place(8, 8, .highlight, ""), place(2, 5, .chapter, "The gate"), place(0, 50, .chapter, "Arrival"),
            place(3, 4, .sponsor, "no chapter"),
        ]
        func titles(_ rules: RegionRules) -> [String?] {
            rules.chapters(own, marks, framesPerSecond: nil).map(\.title)
        }
        expect(titles(RegionRules()), is: ["Arrival", "The gate", "Highlight", nil])
        try expect(
            titles(try #require(RegionRules(written: "poi_highlight:ignore,chapter:ignore"))), is: ["Arrival", nil])
        var skipping = RegionRules()
        skipping.chapters = TitlePattern("gate|highlight")
        let left = skipping.regions(marks, chapters: own, duration: .seconds(100), framesPerSecond: nil).regions
        expect(left.filter(\.isLeft).map(\.range.start), is: [.seconds(2)], "by its title")
    }

    @Test("an invalid regular expression is refused", arguments: ["", "(", "[a", "*\0", "a{2,1}"])
    func patterns(_ text: String) { expect(TitlePattern(text), is: nil) }
}
