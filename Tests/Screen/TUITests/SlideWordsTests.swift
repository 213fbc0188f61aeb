import Cells
import Classes
import SlidePictures
import Testing

@testable import TUI

/// Pages with text but without a picture.
@Suite("Text of a slide")
struct SlideWordsTests {
    private func state(picture: String?) -> AppState {
        var view = Samples.roomView()
        view.slide = SlideView(
            title: "Leaves", page: 1, count: 3, text: "Why are leaves green?",
            content: .page(SlidePage(picture: picture)))
        var state = Samples.inClass(120, 36, view)
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
