import PlayCore
import TestSupport
import Testing

@Suite("Values")
struct ValuesTests {
    @Test("ARCH-25: videos, playlists, sources and cue points compare by content")
    func equality() {
        func video() -> Video {
            Video(
                id: "/a.mkv", title: "A", sources: [Source("/a.mkv"), Source("b.m3u8", delivery: .hls)],
                cuePoints: CuePointCollection([CuePoint(time: .seconds(1), kind: .mark, title: "x")]))
        }
        expect(video(), is: video())
        expect(Set([video(), video()]).count, is: 1)
        expect(Playlist(title: "P", videos: [video()]), is: Playlist(title: "P", videos: [video()]))
        #expect(video() != video().updating { $0.sources.removeLast() })
        #expect(video() != video().updating { $0.cuePoints = CuePointCollection() })
    }

    @Test("ARCH-26: an update returns a changed copy and keeps the original")
    func update() {
        let original = Playlist(title: "P", videos: [Video(location: "a")])
        let changed = original.updating {
            $0.title = "Q"
            $0.videos.append(Video(location: "b"))
        }
        expect(original, is: Playlist(title: "P", videos: [Video(location: "a")]))
        expect(changed.title, is: "Q")
        expect(changed.videos.map(\.id), is: ["a", "b"])
    }

    @Test("ARCH-27: cue points are ordered by time, equal ones by arrival, and those in a stretch are found")
    func cuePoints() {
        var generator = SeededGenerator(seed: 7)
        let points = (0..<200).map { number in
            CuePoint(time: .seconds(Int.random(in: 0...50, using: &generator)), kind: .mark, title: "\(number)")
        }
        var inserted = CuePointCollection()
        for point in points { inserted.insert(point) }
        let collection = CuePointCollection(points)
        expect(collection, is: inserted)
        expect(collection.points.map(\.time), is: points.map(\.time).sorted())
        for _ in 0..<200 {
            let (start, end) = (Int.random(in: -1...52, using: &generator), Int.random(in: -1...52, using: &generator))
            let passed = collection.passed(from: .seconds(start), to: .seconds(end))
            expect(
                Array(passed), is: collection.points.filter { $0.time > .seconds(start) && $0.time <= .seconds(end) })
        }
        expect(CuePoint(time: .seconds(-3), kind: .mark).time, is: .zero)
    }
}
