import Classes
import PlayCore
import TestSupport
import Testing

/// Values that no real recording has, but any file may have. Readers continue after all of them.
@Suite struct HostileClassTests {
    private func events(_ lines: [String]) -> [ClassEvent] {
        JSONLines.read(ClassEvent.self, Array(lines.joined(separator: "\n").utf8), file: "f").lines
    }

    @Test("ROOM-63: impossible numbers of users are limited")
    func totals() {
        let most = Int.max
        let state = ClassLog(
            events([
                #"{"t":0,"kind":"users","value":{"users":[],"total":\#(most)}}"#,
                #"{"t":1,"kind":"usersEntered","value":[{"id":"a"},{"id":"b"}]}"#,
            ])
        ).state(at: .seconds(1))
        expect(state.users.totalCount, is: 1_000_000_002)
        let negative = ClassLog(events([#"{"t":0,"kind":"users","value":{"users":[],"total":-7}}"#]))
        expect(negative.state(at: .zero).users.totalCount, is: 0)
    }

    @Test("ROOM-26: an index with wrong counts of its slices is still read")
    func chatIndex() {
        let slices = (0..<4).map { ChatIndex.Slice(file: "x", start: .seconds($0), count: Int.max) }
        let store = ChatStore(index: ChatIndex(slices + [.init(file: "y", start: .seconds(9), count: .min)]))
        expect(store.index.count, is: 40_000_000)
        expect(store.count(at: .seconds(100)), is: 40_000_000)
    }

    @Test("ROOM-04: durations that overflow in sum are limited")
    func mixedLengths() throws {
        let slices = (0..<400).map {
            MixedClass.Slice(room: "\($0)", duration: MediaTime(nanoseconds: $0 % 2 == 0 ? .max : .min))
        }
        let room = try MixedClass(slices, in: "mix")
        expect(room.starts, is: room.starts.sorted())
        #expect(room.duration > .zero)
        expect(room.place(of: room.duration).slice, is: 399)
    }

    @Test(
        "ROOM-16: an impossible viewport shows the whole page",
        arguments: [
            #"{"x":0,"y":0,"width":0,"height":0}"#, #"{"x":0,"y":0,"width":-1,"height":1}"#,
            #"{"x":5,"y":0,"width":1,"height":1}"#, #"{"x":0,"y":0,"width":1e300,"height":1}"#,
            #"{"x":-1e308,"y":0,"width":0.5,"height":0.5}"#,
        ])
    func viewports(value: String) {
        let good = #"{"t":0,"kind":"viewport","value":{"x":0,"y":0,"width":0.5,"height":0.5}}"#
        let bad = #"{"t":1,"kind":"viewport","value":\#(value)}"#
        let log = ClassLog(events([good, bad]))
        #expect(log.state(at: .zero).documents.viewport != .whole)
        expect(log.state(at: .seconds(1)).documents.viewport, is: .whole)
    }

    @Test("INFO-09: a marquee from a file is limited in speed and colour")
    func marquee() {
        let line = #"{"t":0,"kind":"marquee","value":{"content":"x","color":4294967295,"speed":100000}}"#
        let marquee = ClassLog(events([line])).state(at: .zero).words.marquee
        expect(marquee, is: MarqueeText(content: "x", color: 0xFFFFFF, speed: 60))
    }

    @Test("ROOM-47: pages that a document does not have are empty")
    func pages() {
        let log = ClassLog(
            events([
                #"{"t":0,"kind":"documentAdded","value":{"id":"d","kind":"slides","pages":[{"text":"one"}]}}"#,
                #"{"t":0,"kind":"pageShown","value":{"key":{"document":"d","page":-9223372036854775808}}}"#,
                #"{"t":0,"kind":"pageShown","value":{"key":{"document":"gone","page":9}}}"#,
            ]))
        let area = log.state(at: .zero).documents
        expect(area.text(of: PageKey(document: "d", page: 0)), is: "one")
        expect(area.text(of: PageKey(document: "d", page: .min)), is: nil)
        expect(area.text(of: PageKey(document: "gone", page: 9)), is: nil)
    }

    @Test("ROOM-25: a hundred thousand events are all kept, and a seek replays a small part of them")
    func many() {
        let log = ClassLog(
            (0..<100_000).map { number -> ClassEvent in
                let id = "\(number)"
                let kinds: [ClassEvent.Kind] = [
                    .questionPublished(Question(id: id, text: "")), .documentAdded(ClassDocument(id: id)),
                    .redPacket(RedPacket(id: id, segments: [])), .usersEntered([ClassUser(id: id, name: id)]),
                ]
                return ClassEvent(.milliseconds(number), kinds[number % 4])
            })
        let state = log.state(at: .seconds(1000))
        expect(state.questions.list.count, is: 25000)
        expect(state.documents.list.count, is: 25000)
        expect(state.rewards.redPackets.count, is: 25000)
        expect(state.users.totalCount, is: 25000)
        var cursor = log.cursor(at: .zero)
        // A large state has fewer checkpoints. A seek still replays only a small part of the log.
        #expect(log.move(&cursor, to: .milliseconds(99_999)) < 13 * ClassLog.spacing)
    }
}
