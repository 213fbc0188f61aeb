import Cells
import Classes
import PlayCore
import SlidePictures
import Testing

@testable import ClassPanes
@testable import TUI

/// Pages with text but without a picture.
@Suite("Text of a slide")
struct SlideWordsTests {
    private func state(
        picture: String?, _ columns: Int = 120, _ rows: Int = 36, text: String = "Why are leaves green?"
    ) -> AppState {
        var view = Samples.roomView()
        view.slide = SlideView(
            title: "Leaves", page: 1, count: 3, text: text, content: .page(SlidePage(picture: picture)))
        var state = Samples.inClass(columns, rows, view)
        state.apply(.slidePicture(.cells(CellBuffer(columns: 60, rows: 20))))
        return state
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    @Test("ROOM-49: a page without a picture shows its text, and a page with a picture shows it after T")
    func words() {
        #expect(text(state(picture: nil)).contains("Why are leaves green?"))
        var pictured = state(picture: "/slide.png")
        #expect(!text(pictured).contains("Why are leaves green?"))
        pictured.press("T")
        #expect(text(pictured).contains("Why are leaves green?"))
    }

    @Test("a pane with too few rows for a picture shows the text first, and T shows the picture")
    func small() {
        var small = state(picture: "/slide.png", 60, 12)
        small.press("1")
        #expect(text(small).contains("Why are leaves green?"))
        small.press("T")
        #expect(!text(small).contains("Why are leaves green?"))
        var wordless = state(picture: "/slide.png", 60, 12, text: "")
        wordless.press("1")
        #expect(!text(wordless).contains("No text on this slide"))
    }

    @Test("a text that is longer than its pane is scrolled by the arrows, and columns stay aligned")
    func scrolling() {
        let lines = ["Name      Points"] + (1...60).map { "row \($0)" } + ["the end"]
        var long = state(picture: "/slide.png", text: lines.joined(separator: "\n"))
        long.press("T")
        long.press("1")
        #expect(text(long).contains("Name      Points") && !text(long).contains("the end"))
        for _ in lines { #expect(long.press(.down).isEmpty) }
        #expect(!text(long).contains("Name      Points") && text(long).contains("the end"))
        long.press(.up)
        #expect(!text(long).contains("the end"))
    }

    @Test("boards and drawn pages are not replaced by their text")
    func boards() throws {
        var slide = try #require(state(picture: nil).room?.view.slide)
        #expect(slide.isWordsOnly)
        slide.isBoard = true
        #expect(!slide.isWordsOnly)
        slide.isBoard = false
        var page = SlidePage()
        page.shapes = [Shape(id: "1", on: PageKey(document: "leaves", page: 0), .line, [])]
        slide.content = .page(page)
        #expect(!slide.isWordsOnly)
    }
}
