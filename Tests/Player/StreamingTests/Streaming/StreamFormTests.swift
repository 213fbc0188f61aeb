import Media
import MediaSources
import PlayCore
import TestSupport
import Testing

@testable import Streaming

/// Streams in every form that servers send, which must show the right picture after any seek.
@Suite("Forms of streams", .timeLimit(.minutes(10)))
struct StreamFormTests {
    @Test("each picture of a stream occurs once and at its time", arguments: FormStream.all)
    func whole(_ form: FormStream) throws {
        try form.open { folder in
            let player = try StreamPlayer(path: folder.path(form.name))
            let film = try PlayedFilm(player)
            let expected = Self.pictures(form)
            expect(film.pictures.count, is: expected.count)
            for (picture, time) in zip(film.pictures, expected) {
                #expect(abs(picture.time.inSeconds - time) < 0.002)
            }
            let duration = try #require(player.source.duration)
            #expect(duration + .milliseconds(700) >= film.end, "all of it can be sought")
        }
    }

    @Test(
        "PLAY-34: ten jumps show the picture of that time, or in a gap the last one or the next",
        arguments: FormStream.all)
    func jumps(_ form: FormStream) throws {
        try form.open { folder in
            let player = try StreamPlayer(path: folder.path(form.name))
            let times = Self.pictures(form)
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<10 {
                let target = Double.random(in: 0..<Double(form.order.count * 2) - 0.1, using: &generator)
                let last = times.last { $0 <= target + 0.001 }
                let next = times.first { $0 > target + 0.001 }
                let isGap = last.map { target - $0 > 0.05 } ?? true
                let expected = isGap ? [last, next].compactMap(\.self) : [last].compactMap(\.self)
                let picture = try #require(
                    try player.picture(at: MediaTime(seconds: target)), "nothing at \(target)")
                let time = picture.time.inSeconds
                #expect(expected.contains { abs($0 - time) < 0.002 }, "\(time) at \(target), not \(expected)")
                let place = Int((time / 2 + 0.0001).rounded(.down))
                let segment = try #require(form.order[place], "a picture in a gap")
                expect(
                    picture.number, is: segment * 50 + Int(((time - Double(place) * 2) * 25).rounded()), "at \(target)")
            }
        }
    }

    /// Returns the times of all pictures.
    private static func pictures(_ form: FormStream) -> [Double] {
        var times: [Double] = []
        for (place, segment) in form.order.enumerated() where segment != nil {
            times += (0..<50).map { Double(place * 2) + Double($0) * 0.04 }
        }
        return times
    }

    @Test("ADV-81: the clear periods of a made stream before a protected one play")
    func clearPeriod() throws {
        let protection =
            "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\"/>"
            + "<ContentProtection schemeIdUri=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"/>"
        let template = FormStream.template("mp4/s0-$Number$.m4s")
        let text = FormStream.mpd(
            "<Period duration=\"PT6S\">\(FormStream.video(template))</Period>"
                + "<Period duration=\"PT4S\">\(FormStream.video(template, before: protection))</Period>")
        let folder = try StreamFolder(["mp4"], ["a.mpd": Array(text.utf8)])
        let player = try StreamPlayer(path: folder.path("a.mpd"))
        for index in [0, 17, 77, 30, 149, 101] {
            let picture = try #require(try player.picture(at: .milliseconds(index * 40 + 5)), "nothing at \(index)")
            expect(picture.number, is: index)
        }
    }

    @Test(
        "ADV-81: an unplayable made stream reports the reason",
        arguments: [
            (
                "a.mpd",
                FormStream.mpd(
                    "<Period>"
                        + FormStream.video(
                            FormStream.template("mp4/s0-$Number$.m4s"),
                            before:
                                "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\"/>"
                                + "<ContentProtection schemeIdUri=\"urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e\"/>")
                        + "</Period>"), "protected"
            ), ("a.m3u8", FormStream.list("", "#EXT-X-PLAYLIST-TYPE:VOD\n"), "no segments"),
            (
                "a.mpd",
                FormStream.mpd(
                    "<Period><AdaptationSet contentType=\"image\" mimeType=\"image/jpeg\"><SegmentTemplate media=\"$Number$.jpg\" "
                        + "duration=\"20\"/><Representation id=\"t\" bandwidth=\"9\" width=\"64\" height=\"32\"><EssentialProperty "
                        + "schemeIdUri=\"http://dashif.org/guidelines/thumbnail_tile\" value=\"2x1\"/></Representation>"
                        + "</AdaptationSet></Period>"), "nothing to play"
            ),
            (
                "a.m3u8",
                FormStream.list(
                    "#EXTINF:2,\nmp4/s0-1.m4s\n#EXTINF:2,\nmp4/s0-2.m4s\n",
                    "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"mp4/init0.m4s\"\n"), "nothing to play"
            ),
        ])
    func refused(_ name: String, _ text: String, _ word: String) throws {
        let folder = try StreamFolder(["mp4"], [name: Array(text.utf8)])
        let error = #expect(throws: MediaError.self) { _ = try StreamPlayer(path: folder.path(name)) }
        expect(error?.reason.contains(word), is: true, "\(String(describing: error))")
    }

    private static let sounds: [(String, String, Double)] = [
        (
            "without a container, behind tags with times",
            FormStream.list((0..<3).map { "#EXTINF:\($0 < 2 ? "2.005" : "1.9"),\ns\($0).aac\n" }.joined()), 5.9
        ), ("as fragmented MP4", "", 10), ("as transport streams", "", 10),
    ]

    @Test("an audio-only made stream plays from end to end", arguments: sounds)
    func sound(_ form: String, _ text: String, _ seconds: Double) throws {
        let folder = try StreamFolder(
            ["mp4", "angles"], StreamBytes.packedAudio.merging(["a.m3u8": Array(text.utf8)]) { $1 })
        let name =
            switch form {
            case "as fragmented MP4": "mp4/media_3.m3u8"
            case "as transport streams": "angles/sound.m3u8"
            default: "a.m3u8"
            }
        let player = try StreamPlayer(path: folder.path(name))
        let packets = try player.packets()
        let times = packets.compactMap(\.time)
        expect(times.first, is: .zero)
        #expect((times.last?.inSeconds ?? 0) > seconds - 0.2)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs(($1 - $0).inSeconds - 1024.0 / 48_000) < 0.001 })
        #expect(player.source.seek(to: .seconds(2), direction: .atOrBefore))
        let first = try #require(try player.packets(1).first?.time)
        #expect(abs(first.inSeconds - 2) < 0.3)
    }
}
