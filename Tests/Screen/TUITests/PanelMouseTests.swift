import Cells
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("Mouse on panels and on the bar")
struct PanelMouseTests {
    @Test("a click chooses a row, the wheel scrolls, and a click outside only closes the panel")
    func mouse() throws {
        var state = Samples.rich(100, 30)
        state.press(.function(8))
        let frame = PanelFrame(try #require(state.panel), state, ScreenGeometry(state, at: Samples.now))
        expect(state.mouse(.press(.left), frame.list.column + 4, frame.list.row + 3), is: [.moveTo(3)])
        state.press(.function(8))
        state.mouse(.wheelDown, 1, 1)
        expect(state.mouse(.press(.left), frame.list.column, frame.list.row), is: [.moveTo(3)])
        state.press(.function(8))
        #expect(state.mouse(.press(.left), 2, 2).isEmpty)
        expect(state.panel, is: nil)
        state.press(.function(8))
        // A click on the border has no effect.
        #expect(state.mouse(.press(.left), frame.rect.column, frame.rect.row).isEmpty)
        #expect(state.panel != nil)
    }

    @Test("the right button on a control opens its panel or resets its value")
    func rightButton() {
        let cases: [(ControlTag, PanelKind?, [Effect])] = [
            (.playback, .playlist, []), (.currentTime, .chapters, []), (.duration, .chapters, []),
            (.closedCaption, .captions, []), (.definition, .definitions, []),
            (.externalRoute, .audioDevices, [.listAudioDevices]), (.screenMode, .mainMenu, []),
            (.volume, nil, [.command(.setVolume(100))]), (.speed, nil, [.command(.setRate(.normal))]),
        ]
        for (tag, kind, effects) in cases {
            var state = Samples.rich(160, 45)
            let control = Samples.place(tag, state)
            expect(state.mouse(.press(.right), control.column, control.row), is: effects)
            expect(state.panel?.kind, is: kind)
        }
        var state = Samples.rich(160, 45)
        state.mouse(.press(.right), 20, 7)
        expect(state.panel?.kind, is: .contextMenu)
        let frame = state.panel.map { PanelFrame($0, state, ScreenGeometry(state, at: Samples.now)) }
        expect(frame?.rect.column, is: 20)
        expect(frame?.rect.row, is: 7)
    }

    @Test("the middle button and Shift with the left one act backwards, and the wheel over captions cycles")
    func backwards() {
        for event in [
            MouseEvent(.press(.middle), column: 0, row: 0),
            MouseEvent(.press(.left), column: 0, row: 0, modifiers: .shift),
        ] {
            var state = Samples.rich(160, 45)
            func press(_ tag: ControlTag) -> [Effect] {
                let control = Samples.place(tag, state)
                var event = event
                event.column = control.column
                event.row = control.row
                return reduce(&state, .input(.mouse(event)), now: Samples.now)
            }
            expect(press(.jumpBack), is: [.command(.seek(.relative(.seconds(10)), .keyframe))])
            expect(press(.playback), is: [.move(-1)])
            #expect(press(.closedCaption).isEmpty)
            expect(state.subtitles.set.selection(.first), is: nil)
            expect(press(.definition), is: [.command(.selectTrack(.video, id: 5))])
        }
        var state = Samples.rich(160, 45)
        let captions = Samples.place(.closedCaption, state)
        // The next subtitles are already in the second slot.
        let effects = state.mouse(.wheelDown, captions.column, captions.row)
        expect(effects, is: [.command(.selectTrack(.subtitle, id: 9))])
        state.apply(.subtitles(Samples.noSubtitles))
        let audio = Samples.place(.closedCaption, state)
        expect(state.mouse(.wheelDown, audio.column, audio.row), is: [.command(.selectTrack(.audio, id: 2))])
        expect(state.mouse(.wheelUp, audio.column, audio.row), is: [.command(.selectTrack(.audio, id: 1))])
    }

    @Test("a click on the time shows thousandths, in tenths of a second while playing")
    func milliseconds() {
        var state = Samples.playing(120, 24)
        var snapshot = state.snapshot
        snapshot.clock = Samples.reading(at: .milliseconds(754_567), isRunning: true)
        state.apply(.snapshot(snapshot))
        let time = Samples.place(.currentTime, state)
        state.mouse(.press(.left), time.column, time.row)
        func bar() -> String { ScreenText.text(row: 23, of: compose(state, at: Samples.now).chrome) }
        #expect(bar().contains("0:12:34.500 / 1:02:03"))
        snapshot.status = .paused
        snapshot.clock = Samples.reading(at: .milliseconds(754_567), isRunning: false)
        state.apply(.snapshot(snapshot))
        #expect(bar().contains("0:12:34.567 / 1:02:03"))
    }
}
