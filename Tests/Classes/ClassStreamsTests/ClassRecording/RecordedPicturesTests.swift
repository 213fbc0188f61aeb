import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("A recording's pictures from successive sources")
struct RecordedPicturesTests {
    /// Returns numbers of packets, and `black@` with milliseconds.
    private func written(_ pictures: inout RecordedPictures<Int>, until milliseconds: Int) -> [String] {
        pictures.steps(until: .milliseconds(milliseconds)).map { step in
            switch step {
            case .packet(let number): "\(number)"
            case .black(let time): "black@\(time.nanoseconds / 1_000_000)"
            }
        }
    }

    @Test("LIVE-82: while no source sends a picture, a black one is written each second")
    func black() {
        var pictures = RecordedPictures<Int>()
        expect(written(&pictures, until: 2500), is: ["black@0", "black@1000", "black@2000"])
        #expect(written(&pictures, until: 2900).isEmpty)
        expect(written(&pictures, until: 3000), is: ["black@3000"])
    }

    @Test("A source starts with its key frame, and a black picture follows only after the source has stopped")
    func source() {
        var pictures = RecordedPictures<Int>()
        pictures.append(1, at: .milliseconds(100), isKey: false)
        pictures.append(2, at: .milliseconds(200), isKey: true)
        pictures.append(3, at: .milliseconds(300), isKey: false)
        expect(written(&pictures, until: 250), is: ["black@0", "2"])
        expect(written(&pictures, until: 2700), is: ["3"])
        expect(written(&pictures, until: 2900), is: ["black@2800"])
        // Frames that refer to pictures before the black one cannot be decoded.
        pictures.append(4, at: .milliseconds(3000), isKey: false)
        pictures.append(5, at: .milliseconds(3100), isKey: true)
        pictures.append(6, at: .milliseconds(3200), isKey: false)
        expect(written(&pictures, until: 3300), is: ["5", "6"])
    }

    @Test("Another source takes over with its key frame, after the pending pictures of the first")
    func change() {
        var pictures = RecordedPictures<Int>()
        pictures.append(1, at: .zero, isKey: true)
        pictures.append(2, at: .milliseconds(500), isKey: false)
        pictures.change()
        pictures.append(3, at: .milliseconds(480), isKey: false)
        pictures.append(4, at: .milliseconds(490), isKey: true)
        pictures.append(5, at: .milliseconds(600), isKey: false)
        expect(written(&pictures, until: 1000), is: ["1", "2", "4", "5"])
    }

    @Test("A source whose pictures are not read drops the excess, and continues with a key frame")
    func bounds() {
        var pictures = RecordedPictures<Int>()
        for number in 0..<2000 {
            pictures.append(number, at: .milliseconds(number), isKey: number % 500 == 0)
        }
        let first = written(&pictures, until: 1000)
        #expect(first.count == 600 && first.last == "599")
        pictures.append(2001, at: .milliseconds(1010), isKey: false)
        pictures.append(2002, at: .milliseconds(1020), isKey: true)
        expect(written(&pictures, until: 1100), is: ["2002"])
    }

    @Test("A continued recording starts where the previous part ended")
    func continuing() {
        var pictures = RecordedPictures<Int>(from: .seconds(8))
        pictures.append(1, at: .seconds(3), isKey: true)
        expect(written(&pictures, until: 9500), is: ["1", "black@10500"].dropLast())
        expect(
            PlaylistLength.sum("#EXTM3U\n#EXTINF:4.000000,\n000000.ts\n#EXTINF:2.5,\n000001.ts\n"),
            is: .milliseconds(6500))
        expect(PlaylistLength.sum("#EXTINF:nan,\n#EXTINF:-3,\n#EXTINF:1e9,\n"), is: .zero)
    }
}
