import Cells
import PlayCore
import PlaybackModel
import TUI
import Testing

@Suite("Definitions of a stream")
struct StreamDefinitionTests {
    @Test("CTRL-06, ADV-27: a stream's definitions, by itself first; the choice goes to the stream")
    func streamDefinitions() {
        var state = Samples.playing()
        var stream = StreamStatus()
        stream.definitions = [
            DefinitionInfo(key: .init(rawValue: "360p"), name: "360p", width: 640, height: 360, bitRate: 800_000),
            DefinitionInfo(key: .hd720, name: "720p", width: 1280, height: 720, bitRate: 2_000_000),
        ]
        stream.definition = 0
        state.report { $0.stream = stream }
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        let rows = state.panel?.list.rows ?? []
        #expect(rows.map(\.label) == ["Automatic", "360p", "720p"])
        #expect(rows.map(\.isCurrent) == [true, false, false])
        #expect(rows.first?.detail == "360p")
        #expect(state.press("G").isEmpty)
        #expect(state.press(.enter) == [.command(.selectDefinition(1))])
        #expect(state.snapshot.stream?.chosenDefinition == 1)
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        #expect(state.panel?.list.rows.map(\.isCurrent) == [false, false, true])
        // The one that is chosen already is no other.
        #expect(state.press(.enter).isEmpty)
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        #expect(state.press("g").isEmpty)
        #expect(state.press(.enter) == [.command(.selectDefinition(nil))])
    }
}
