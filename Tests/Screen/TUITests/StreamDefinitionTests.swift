import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Definitions of a stream")
struct StreamDefinitionTests {
    /// Returns a stream with two definitions and two angles, the second with the number 5.
    private func angles() -> AppState {
        var state = Samples.playing()
        var stream = StreamStatus()
        stream.definitions = [
            DefinitionInfo(key: .init(rawValue: "360p"), name: "360p", width: 640, height: 360, bitRate: 800_000),
            DefinitionInfo(key: .hd720, name: "720p", width: 1280, height: 720, bitRate: 2_000_000),
        ]
        (stream.definition, stream.angles, stream.angle) = (0, [0, 5], 0)
        func picture(_ id: Int, _ name: String) -> TrackInfo {
            TrackInfo(
                id: id, kind: .video(width: 640, height: 360, framesPerSecond: 25), codec: "h264", language: nil,
                title: name, isDefault: id == 0, isDecodable: true)
        }
        state.report {
            $0.stream = stream
            $0.tracks = [picture(0, "Stage"), picture(5, "Wide\u{1B}[2J")] + $0.tracks.filter { $0.id != 0 }
            $0.videoTrack = 0
        }
        return state
    }

    @Test("_ cycles through the angles of a stream and sound only, and shows the angle")
    func cyclingAngles() {
        var state = angles()
        expect(state.press("_"), is: [.command(.selectTrack(.video, id: 5))])
        expect(state.message?.text.hasPrefix("Video track 2 of 2: Wide"), is: true)
        expect(state.message?.text.contains("\u{1B}"), is: false)
        expect(state.press("_"), is: [.command(.selectTrack(.video, id: nil))])
        expect(state.press("_"), is: [.command(.selectTrack(.video, id: 0))])
        expect(state.message?.text, is: "Video track 1 of 2: Stage")
    }

    @Test("the list of all tracks shows angles and definitions, and an angle can be chosen")
    func listedAngles() throws {
        var state = angles()
        _ = state.open(.tracks, corner: nil, at: Samples.now)
        let rows = try #require(state.panel?.list.rows)
        let heading = try #require(rows.firstIndex { $0.label == "Angle" })
        #expect(rows[heading + 1].label == "Stage" && rows[heading + 1].isCurrent)
        #expect(!rows[heading + 2].isCurrent)
        #expect(rows.contains { $0.label == "720p" })
        expect(state.choose(.angle(5), at: Samples.now), is: [.command(.selectTrack(.video, id: 5))])
        expect(state.message?.text.hasPrefix("Angle: Wide"), is: true)
        #expect(state.choose(.angle(5), at: Samples.now).isEmpty)
        #expect(state.choose(.angle(77), at: Samples.now).isEmpty)
    }

    @Test("the bar and the list name a stream's definition by its own name, not by its picture's size")
    func namedAlike() throws {
        var state = angles()
        var stream = StreamStatus()
        stream.definitions = [
            DefinitionInfo(key: .init(rawValue: "72p"), name: "72p", width: 128, height: 32),
            DefinitionInfo(key: .init(rawValue: "144p"), name: "144p", width: 256, height: 64),
        ]
        stream.definition = 0
        state.report {
            $0.stream = stream
            $0.tracks[0] = TrackInfo(
                id: 0, kind: .video(width: 128, height: 32, framesPerSecond: 25), codec: "h264", language: nil,
                title: nil, isDefault: true, isDecodable: true)
        }
        expect(ControlWidget(.definition, state, width: 8, at: Samples.now).text, is: "72p")
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        expect(state.panel?.list.rows.contains { $0.label == "72p" }, is: true)
    }

    @Test("the message about a definition chosen during an ad says that it applies after the ad")
    func duringAdverts() {
        var state = angles()
        state.report { $0.advert = AdvertStatus() }
        expect(state.choose(.streamDefinition(1), at: Samples.now), is: [.command(.selectDefinition(1))])
        expect(state.message?.text, is: "Definition after the ad: 720p")
    }

    @Test("CTRL-06, ADV-27: a stream's definitions follow an automatic entry, and choosing one selects it")
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
        expect(rows.map(\.label), is: ["Automatic", "360p", "720p"])
        expect(rows.map(\.isCurrent), is: [true, false, false])
        expect(rows.first?.detail, is: "360p")
        #expect(state.press("G").isEmpty)
        expect(state.press(.enter), is: [.command(.selectDefinition(1))])
        expect(state.snapshot.stream?.chosenDefinition, is: 1)
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        expect(state.panel?.list.rows.map(\.isCurrent), is: [false, false, true])
        // Choosing the current definition again has no effect.
        #expect(state.press(.enter).isEmpty)
        _ = state.open(.definitions, corner: nil, at: Samples.now)
        #expect(state.press("g").isEmpty)
        expect(state.press(.enter), is: [.command(.selectDefinition(nil))])
    }
}
