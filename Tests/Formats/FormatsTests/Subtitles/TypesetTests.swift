import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Typesetting in ASS")
struct TypesetTests {
    private static let header = """
        [Script Info]
        PlayResX: 1280
        PlayResY: 720
        [V4+ Styles]
        Format: Name, Fontsize, PrimaryColour, Alignment
        Style: Default,48,&H00FFFFFF,2
        Style: Song,48,&H00FFFFFF,8
        [Events]
        Format: Layer, Start, End, Style, Text

        """

    private func set(_ events: [String]) -> SubtitleSet {
        var set = SubtitleSet()
        let text = Self.header + events.map { "Dialogue: \($0)\n" }.joined()
        let cues = ASSParser.parse(Array(text.utf8)[...])
        set.add(SubtitleTrack(origin: .file(path: "a.ass"), format: .ass, cues: cues))
        set.select(0)
        return set
    }

    private func shown(_ events: [String]) -> [String] { set(events).active(.first, at: .seconds(1)).map(\.text) }

    private func event(_ text: String, layer: Int = 0, style: String = "Default") -> String {
        "\(layer),0:00:00.00,0:00:12.00,\(style),\(text)"
    }

    /// Returns the events of a line whose pieces are each placed by the x of their middle.
    private func song(_ pieces: [(String, Int)], y: Int = 200, layers: Int = 1) -> [String] {
        pieces.flatMap { text, x in
            (0..<layers).map { event("{\\an5\\pos(\(x),\(y))}\(text)", layer: $0, style: "Song") }
        }
    }

    @Test("equal text at the same place is shown once, in any number of layers")
    func layers() {
        expect(shown([event("Hello"), event("Hello", layer: 1), event("{\\an8}Hello")]), is: ["Hello", "Hello"])
        let sign = [(640, 80), (640, 80), (643, 83), (640, 80)].enumerated().map { layer, place in
            event("{\\an8\\pos(\(place.0),\(place.1))\\blur\(layer)}HARBOUR STREET", layer: layer)
        }
        expect(shown(sign), is: ["HARBOUR STREET"])
        let apart = [event("{\\pos(100,80)}EXIT"), event("{\\pos(900,80)}EXIT")]
        expect(shown(apart), is: ["EXIT", "EXIT"])
    }

    /// Returns the middles of letters of one width; a blank also takes the place of a letter.
    private func fixed(_ text: String, _ pitch: Double = 34) -> [(String, Int)] {
        text.enumerated().filter { $0.element != " " }.map {
            (String($0.element), 100 + Int(Double($0.offset) * pitch))
        }
    }

    /// Returns the middles of words or letters of a proportional font of 40 pixels.
    private func proportional(_ pieces: [String], blank: Bool) -> [(String, Int)] {
        func width(_ text: String) -> Double {
            text.reduce(0) { sum, letter in
                let share =
                    "il".contains(letter) ? 0.22 : "tfr".contains(letter) ? 0.3 : "mwMW".contains(letter) ? 0.83 : 0.56
                return sum + share * 40
            }
        }
        var x = 100.0
        return pieces.map { piece in
            // A piece that begins with a blank is another word.
            let text = piece.filter { $0 != " " }
            x += piece.hasPrefix(" ") || blank ? 11 : 0
            defer { x += width(text) }
            return (text, Int(x + width(text) / 2))
        }
    }

    @Test("letters in two layers make one line, with the blanks between its words")
    func letters() {
        expect(shown(song(fixed("MORNING LIGHT ON THE WATER"), layers: 2)), is: ["MORNING LIGHT ON THE WATER"])
        expect(shown(song(fixed("I will sail"), layers: 2)), is: ["I will sail"])
        expect(shown(song(fixed("MOONLIGHT"))), is: ["MOONLIGHT"])
        expect(shown(song(fixed("朝の光が海に", 50))), is: ["朝の光が海に"])
        let letters = "Summer meets willow".map { $0 }.enumerated().compactMap { place, letter -> String? in
            letter == " "
                ? nil : (place > 0 && Array("Summer meets willow")[place - 1] == " " ? " " : "") + String(letter)
        }
        expect(shown(song(proportional(letters, blank: false))), is: ["Summer meets willow"])
    }

    @Test("syllables and words make one line")
    func syllables() {
        let syllables = ["Mor", "ning", " light", " on", " the", " wa", "ter"]
        expect(shown(song(proportional(syllables, blank: false))), is: ["Morning light on the water"])
        let words = ["Morning", "light", "on", "the", "water"]
        expect(shown(song(proportional(words, blank: true))), is: ["Morning light on the water"])
    }

    @Test("distant groups of letters are separate lines, at the same or at different heights")
    func apart() {
        let left = [("E", 100), ("X", 130), ("I", 160), ("T", 190)]
        let right = [("B", 900), ("A", 930), ("R", 960), ("S", 990)]
        expect(shown(song(left + right)), is: ["EXIT", "BARS"])
        expect(Set(shown(song(left) + song(right.map { ($0.0, $0.1 - 800) }, y: 400))), is: ["EXIT", "BARS"])
    }

    @Test("dialogue comes before any number of signs in any layer")
    func dialogueFirst() {
        let signs = (0..<200).map { event("{\\an7\\pos(\($0 % 5 * 200),\($0 / 5 * 15))}SIGN \($0)", layer: -1) }
        let lines = shown([event("Where is the ferry?")] + signs)
        expect(lines.first, is: "Where is the ferry?")
        expect(lines.count, is: 201)
    }

    @Test("the list of lines and the text of a position have each line once")
    func lists() {
        let set = set([event("Hello")] + song(fixed("MORNING LIGHT"), layers: 2))
        expect(set.lines.map(\.text), is: ["Hello", "MORNING LIGHT"])
        expect(set.currentText(at: .seconds(1)), is: "Hello\nMORNING LIGHT")
    }

    @Test("equal letters of a container's line are all kept, and repeats after a seek are dropped")
    func container() throws {
        let cues = ASSParser.parse(
            Array((Self.header + song(fixed("ANNA")).map { "Dialogue: \($0)\n" }.joined()).utf8)[...])
        var set = SubtitleSet()
        set.add(SubtitleTrack(origin: .container(stream: 2), format: .ass))
        set.select(0)
        for _ in 0..<2 { for cue in cues { set.add([cue], to: .container(stream: 2)) } }
        expect(set.tracks[0].cues.count, is: 4)
        expect(set.active(.first, at: .seconds(1)).map(\.text), is: ["ANNA"])
    }

    @Test("equal, zero-sized and far outside places do not crash")
    func anyPlaces() {
        let places = ["0,0", "0,0", "1e300,1", "-1e300,-5", "640,80", "640,80.5", "0.1,1e-9"]
        let events = places.enumerated().map {
            event("{\\an\($0.offset + 1)\\pos(\($0.element))\\fs0}x\($0.offset % 3)")
        }
        #expect(shown(events).count >= 1)
    }
}
