import Media
import PlayCore
import TestSupport
import Testing

@Suite("Key frames alone")
struct KeyframePictureTests {
    private func pictures(_ name: String, track: Int = 0) throws -> KeyframePictures? {
        try KeyframePictures(Fixtures.source(name), name: name, track: track, cancel: CancelToken())
    }

    @Test("a position yields the last key frame at or before it, when seeking forward or back")
    func places() throws {
        let pictures = try #require(try pictures("counter.mp4"))
        for (second, start) in [(7.3, 6.0), (0, 0), (9.99, 8), (3, 2), (2, 2)] {
            let keyframe = try #require(try pictures.keyframe(at: MediaTime(seconds: second)))
            let frame = try #require(try pictures.frame(of: keyframe))
            #expect(abs(frame.time.inSeconds - start) < 0.001)
        }
    }

    @Test("a still picture, a pipe and an unknown track yield no key frames")
    func nothing() throws {
        #expect(try pictures("still.png") == nil)
        #expect(try pictures("counter.mp4", track: 7) == nil)
        let pipe = try KeyframePictures(
            Fixtures.source("counter.ts").unseekable(), name: "a", track: 0, cancel: CancelToken())
        #expect(pipe == nil)
    }
}
