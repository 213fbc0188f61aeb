import Processes
import TestSupport
import Testing

/// `tvplay probe`: what files are made of, without playing them.
@Suite("Probe", .timeLimit(.minutes(10)))
struct ProbeTests {
    @Test("ARCH-43: container, tracks and chapters of what can be opened, the error of what cannot")
    func probe() throws {
        let run = try PlayerRun(
            ["probe", Fixtures.path("counter.mp4"), Fixtures.path("subtitles.mkv"), Fixtures.path("text.mp4")],
            columns: 200)
        #expect(try run.waitForExit() == .code(3))
        let text = run.screen.text
        for line in [
            "container: QuickTime / MOV", "title: Counter", "duration: 00:10", "#0 video h264 128x32 25 fps",
            "#1 audio aac 48000 Hz 1 channel", "chapter 2: 00:04 Second", "container: Matroska / WebM",
            "#1 subtitles subrip text [eng]", "#2 subtitles ass text [chi] Chinese",
        ] { #expect(text.contains(line), "\(line) in \(text)") }
        #expect(run.errors.contains("text.mp4: not a video or sound file"))
    }
}
