import CPlatform
import Foundation
import Processes
import TestSupport
import Testing

@Suite("Lists and layouts in the program", .serialized)
struct PanelsTests {
    private let counter = Fixtures.path("counter.mp4")

    @Test(
        "UI-07: a list opens over the playing picture, which continues, and q closes only the list"
    )
    func overThePicture() throws {
        let run = try PlayerRun(["--loop-file=inf", counter], columns: 120, rows: 40)
        try run.waitForPictures(3)
        run.type("g")
        try run.wait(for: "what can follow g") { $0.text.contains("sound device") }
        run.type("t")
        try run.wait(for: "the tracks") { $0.text.contains("┌ Tracks") && $0.text.contains("Audio only") }
        #expect(!run.screen.text.contains("sound device"))
        try run.waitForPictures(3)
        run.type("j")
        try run.wait(for: "the selection below") { screen in
            screen.text.split(separator: "\n").contains { $0.contains("│›") && $0.contains("Audio only") }
        }
        run.type("q")
        try run.wait(for: "the list to go") { !$0.text.contains("Tracks") }
        try run.waitForPictures(3)
        try run.quit()
    }
}
