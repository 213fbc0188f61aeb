import Cells
import PlayCore
import PlaybackModel
import TUI
import TestSupport
import Testing

@Suite("Mouse")
struct MouseReducerTests {
    private func place(_ tag: ControlTag, _ state: AppState) throws -> (column: Int, row: Int, width: Int) {
        let rows = ScreenGeometry(state, at: Samples.now).barRows
        let row = try #require(rows.first { $0.controls.contains { $0.tag == tag } })
        let control = try #require(row.controls.first { $0.tag == tag })
        return (control.column, row.row, control.width)
    }

    @Test(
        "UI-14, UI-27: a click on a control activates it",
        arguments: [
            (ControlTag.playback, [Effect.command(.togglePause)]),
            (.jumpBack, [.command(.seek(.relative(.seconds(-10)), .keyframe))]),
            (.volume, [.command(.setMuted(true))]), (.speed, []),
            (.currentTime, []), (.duration, []), (.screenMode, []),
        ])
    func clicks(_ tag: ControlTag, _ effects: [Effect]) throws {
        for columns in [79, 80, 160] {
            var state = Samples.playing(columns, 24)
            let place = try place(tag, state)
            expect(state.mouse(.press(.left), place.column, place.row), is: effects)
            if tag == .duration { #expect(state.bar.showsRemaining) }
            if tag == .speed { expect(state.panel?.kind, is: .speeds) }
            if tag == .currentTime { #expect(state.bar.showsMilliseconds) }
            if tag == .screenMode { #expect(state.bar.isFullScreen) }
        }
    }

    @Test("the remaining time has a minus sign and the width of the label")
    func remaining() throws {
        var state = Samples.playing(120, 24)
        let duration = try place(.duration, state)
        state.mouse(.press(.left), duration.column, duration.row)
        let text = ScreenText.text(row: 23, of: compose(state, at: Samples.now).chrome)
        #expect(text.contains("0:12:34 / -0:49:29 ═"))
    }

    @Test("CTRL-03, ADV-48: a click on the slider seeks to a key frame, and its ends seek to start and end")
    func slider() throws {
        var state = Samples.playing(80, 24)
        let place = try place(.progress, state)
        expect(
            state.mouse(.press(.left), place.column, place.row), is: [.command(.seek(.absolute(.zero), .keyframe))])
        state.mouse(.release(.left), place.column, place.row)
        expect(
            state.mouse(.press(.left), place.column + place.width - 1, place.row),
            is: [.command(.seek(.absolute(.seconds(3723)), .keyframe))])
    }

    @Test("a drag seeks even outside the slider until the button is released")
    func drag() throws {
        var state = Samples.playing(80, 24)
        let place = try place(.progress, state)
        #expect(state.mouse(.drag(.left), place.column + 3, place.row).isEmpty)
        state.mouse(.press(.left), place.column + 5, place.row)
        #expect(state.pointer.isDragging)
        expect(
            state.mouse(.drag(.left), 79, 3), is: [.command(.seek(.absolute(.seconds(3723)), .keyframe))])
        expect(state.mouse(.drag(.left), 0, 3), is: [.command(.seek(.absolute(.zero), .keyframe))])
        state.mouse(.release(.left), 0, 3)
        #expect(!state.pointer.isDragging)
        expect(state.pointer.hoverColumn, is: nil)
        #expect(state.mouse(.drag(.left), 40, 23).isEmpty)
        // If the release is lost, the next movement without a button ends the drag.
        state.mouse(.press(.left), place.column + 5, place.row)
        state.mouse(.move, 40, 3)
        #expect(!state.pointer.isDragging)
    }

    @Test("over the slider the pointer's time and chapter are shown above it")
    func hover() throws {
        var state = Samples.playing(80, 24)
        let place = try place(.progress, state)
        state.mouse(.move, place.column + place.width - 1, place.row)
        let above = ScreenText.text(row: 22, of: compose(state, at: Samples.now).chrome)
        #expect(above.contains("1:02:03  4: Part 4"))
        state.mouse(.move, 2, 2)
        expect(state.pointer.hoverColumn, is: nil)
    }

    @Test("the right button on the slider seeks to the nearest chapter")
    func nearestChapter() throws {
        var state = Samples.playing(80, 24)
        let place = try place(.progress, state)
        expect(
            state.mouse(.press(.right), place.column + place.width - 1, place.row),
            is: [.command(.seek(.chapter(3), .exact))])
        state.report { $0.chapters = [] }
        #expect(state.mouse(.press(.right), place.column, place.row).isEmpty)
    }

    @Test("the wheel seeks over the slider, changes the speed over its control, and the volume elsewhere")
    func wheel() throws {
        var state = Samples.playing(80, 24)
        let slider = try place(.progress, state)
        expect(
            state.mouse(.wheelUp, slider.column, slider.row), is: [.command(.seek(.relative(.seconds(5)), .keyframe))])
        expect(
            state.mouse(.wheelDown, slider.column, slider.row),
            is: [.command(.seek(.relative(.seconds(-5)), .keyframe))])
        let speed = try place(.speed, state)
        expect(state.mouse(.wheelUp, speed.column, speed.row), is: [.command(.setRate(PlaybackRate(1.1)))])
        expect(state.mouse(.wheelUp, 10, 5), is: [.command(.setVolume(82))])
        expect(state.mouse(.wheelDown, 10, 5), is: [.command(.setVolume(80))])
    }

    @Test("a click on the picture pauses, and a click beside the controls does not")
    func picture() {
        var state = Samples.playing(80, 24)
        expect(state.mouse(.press(.left), 10, 5), is: [.command(.togglePause)])
        #expect(state.mouse(.press(.left), 0, 23).isEmpty)
        #expect(state.mouse(.press(.middle), 10, 5).isEmpty)
        expect(state.mouse(.press(.forward), 10, 5), is: [.move(1)])
        expect(state.mouse(.press(.back), 10, 5), is: [.move(-1)])
    }

    @Test("UI-03: a double click on the left half jumps back, and on the right half it toggles full screen")
    func doubleClick() {
        var state = Samples.playing(80, 24)
        let soon = Samples.now + .milliseconds(300)
        state.mouse(.press(.left), 10, 5)
        expect(
            state.mouse(.press(.left), 11, 5, at: soon),
            is: [.command(.togglePause), .command(.seek(.relative(.seconds(-10)), .keyframe))])
        state.mouse(.press(.left), 60, 5)
        expect(state.mouse(.press(.left), 60, 5, at: soon), is: [.command(.togglePause)])
        #expect(state.bar.isFullScreen)
    }

    @Test("two clicks far apart in time or space are not a double click")
    func twoClicks() {
        var state = Samples.playing(80, 24)
        state.mouse(.press(.left), 60, 5)
        state.mouse(.press(.left), 60, 5, at: Samples.now + .milliseconds(401))
        state.mouse(.press(.left), 64, 5, at: Samples.now + .milliseconds(500))
        #expect(!state.bar.isFullScreen)
    }

    @Test("with a hidden bar a click in its row is a click on the picture")
    func hiddenBar() {
        var state = Samples.playing(80, 24)
        state.bar.visibility = .never
        expect(state.mouse(.press(.left), 3, 23), is: [.command(.togglePause)])
    }
}
