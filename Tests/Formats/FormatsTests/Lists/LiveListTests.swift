import PlayCore
import TestSupport
import Testing

@testable import Playlists

/// The options of an entry in these tests.
struct TestOptions: EntryOptions, Equatable {
    var cover: String?
    var intro: String?
    var outro: String?
    var isCached = true
    var name = ""

    func overridden(by overrides: TestOverrides) -> TestOptions {
        var options = self
        options.name = overrides.name ?? name
        options.cover = overrides.cover ?? cover
        return options
    }
}

struct TestOverrides: EntryOverrides {
    var name: String?
    var cover: String?

    var isEmpty: Bool { name == nil && cover == nil }
}

@Suite struct LiveListTests {
    private typealias List = LiveList<TestOptions>

    /// Returns a list that plays the first of these entries.
    private func list(_ names: String..., rules: ListRules = ListRules()) -> List {
        var list = List(PlayQueue(empty: TestOptions()), order: PlayOrder(count: 0, rules))
        _ = list.load(names.map { Video(location: $0) }, .append)
        let isMoved = list.jump(toPlace: 0, hasFailed: false)
        #expect(isMoved != names.isEmpty)
        return list
    }

    private func locations(_ list: List) -> [String] { list.contents.items.map(\.location) }

    @Test("PLAY-33: new entries are inserted where the command says and keep their numbers")
    func modes() {
        var list = list("a", "b")
        let next = list.load([Video(location: "c"), Video(location: "d")], .insertNext)
        expect(next.numbers, is: [2, 3])
        expect(next.plays, is: nil)
        expect(locations(list), is: ["a", "c", "d", "b"])
        expect(list.contents.items.map(\.id), is: [1, 3, 4, 2])
        let last = list.load([Video(location: "e")], .append)
        expect(last.plays, is: nil)
        expect(locations(list), is: ["a", "c", "d", "b", "e"])
        expect(list.contents.index, is: 0)
        let wanted = list.load([Video(location: "f")], .appendGo)
        expect(wanted.plays, is: 5)
        let only = list.load([Video(location: "g"), Video(location: "h")], .replace)
        expect(only.plays, is: 0)
        expect(locations(list), is: ["g", "h"])
        expect(list.count, is: 2)
    }

    @Test("PLAY-33: append-play and insert-next-play start playback only if nothing plays", arguments: [true, false])
    func whenIdle(isIdle: Bool) {
        for mode in [LoadMode.appendPlay, .insertNextPlay] {
            var list = list("a")
            if isIdle { list.stop() }
            let loaded = list.load([Video(location: "b")], mode)
            expect((loaded.plays == 1), is: isIdle, "\(mode)")
        }
    }

    @Test("PLAY-33: the current entry stays when others move or are cleared, and goes when the whole list is")
    func removing() {
        var list = list("a", "b", "c")
        let isMoved = list.move(by: 1, hasFailed: false)
        #expect(isMoved)
        expect(list.current?.location, is: "b")
        expect(list.next?.location, is: "c")
        let isRearranged = list.rearrange(.move(0, to: 3))
        #expect(isRearranged)
        expect(locations(list), is: ["b", "c", "a"])
        expect(list.current?.location, is: "b")
        let removals = [list.remove(place: 2), list.remove(place: 2)]
        expect(removals, is: [true, false])
        list.clear(keepsCurrent: true)
        expect(locations(list), is: ["b"])
        expect(list.current?.location, is: "b")
        #expect(list.next == nil)
        list.clear(keepsCurrent: false)
        expect(list.count, is: 0)
        #expect(list.current == nil)
        expect(list.contents.index, is: nil)
    }

    @Test("CAT-10: entries that replace an entry get its place and its options")
    func replacing() {
        var list = list("a", "album", "z")
        let album = list.load([Video(location: "album 2")], .insertNext, TestOverrides(name: "own")).numbers[0]
        let place = list.replace(album, with: [Video(location: "one"), Video(location: "two")])
        expect(place, is: 1)
        expect(locations(list), is: ["a", "one", "two", "album", "z"])
        expect(list.entry(list.order.sequence[2])?.options, is: TestOptions(name: "own"))
        expect(list.entry(list.order.sequence[3])?.options, is: TestOptions())
        let again = list.replace(album, with: [])
        #expect(list.entry(album) == nil)
        expect(again, is: nil)
    }

    @Test("after any changes videos are in the order of playing with their own options")
    func arranged() {
        var generator = SeededGenerator(seed: 7)
        var list = list("a", "b", "c")
        var named: [Int: String] = [:]
        for step in 0..<600 {
            let place = Int.random(in: 0...max(1, list.count), using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1:
                let name = "own \(step)"
                for number in list.insert([Video(location: "\(step)")], TestOverrides(name: name), at: place) {
                    named[number] = name
                }
            case 2: _ = list.remove(place: place)
            case 3: _ = list.rearrange(.move(place, to: list.count / 2))
            case 4: _ = list.rearrange(.setShuffled(place.isMultiple(of: 2)))
            case 5: _ = list.rearrange(.setRepeat(.endless))
            case 6: _ = list.jump(toPlace: list.count - 1, hasFailed: false)
            default: _ = list.move(by: place.isMultiple(of: 3) ? -1 : 1, hasFailed: false)
            }
            expect(list.videos.map(\.entry), is: list.order.sequence)
            expect(list.current?.video.entry, is: list.order.current)
        }
        for video in list.videos { expect(list.entry(video.entry)?.options.name, is: named[video.entry] ?? "") }
        #expect(list.count > 10)
    }

    @Test("--loop-playlist counts playthroughs, and --playlist-start sets the first entry")
    func loops() {
        var rules = ListRules()
        rules.repeats = .times(2)
        var order = PlayOrder(count: 2, rules)
        var played = [order.current]
        while order.move(by: 1, hasFailed: false) { played.append(order.current) }
        expect(played, is: [0, 1, 0, 1])
        rules.start = 1
        rules.repeats = .times(1)
        order = PlayOrder(count: 2, rules)
        expect(order.current, is: 1)
        let hasMoved = order.move(by: 1, hasFailed: false)
        #expect(!hasMoved)
    }

    @Test(
        "a repeating list without a playable entry ends, unless repeating is forced")
    func failures() {
        for (repeats, ends) in [(PlaylistRepeat.endless, true), (.endlessDespiteFailures, false)] {
            var rules = ListRules()
            rules.repeats = repeats
            var order = PlayOrder(count: 2, rules)
            var moves = 0
            while moves < 10, order.move(by: 1, hasFailed: true) { moves += 1 }
            expect((moves < 10), is: ends, "\(repeats)")
            expect(order.repeats, is: repeats)
        }
    }

    @Test("a shuffled list plays every entry once in each playthrough")
    func shuffled() {
        var rules = ListRules()
        rules.isShuffled = true
        rules.repeats = .times(2)
        var order = PlayOrder(count: 5, rules)
        var played = [order.current]
        while order.move(by: 1, hasFailed: false) { played.append(order.current) }
        expect(played.count, is: 10)
        expect(Set(played.prefix(5)).count, is: 5)
        expect(Set(played.suffix(5)).count, is: 5)
        #expect(order.isShuffled)
    }

    @Test("ADV-07, ADV-09: a feed refuses duplicate videos, starts with its first and cannot be reordered")
    func feed() {
        var order = PlayOrder(feed: [Video(location: "a"), Video(location: "b")], preloadCount: 2)
        expect(order.current, is: 0)
        expect(order.position.count, is: 2)
        let taken = order.insert([Video(location: "b"), Video(location: "c")], at: 0)
        expect(taken.map(\.number), is: [2])
        expect(order.sequence, is: [0, 1, 2])
        let changes = [order.shuffle(), order.move(from: 0, to: 2), order.setRepeats(.endless)]
        expect(changes, is: [false, false, false])
        let moves = [-1, 1, 1, 1].map { order.move(by: $0, hasFailed: false) }
        expect(moves, is: [false, true, true, false])
        expect(order.current, is: 2)
        let removed = order.remove(place: 0)
        expect(removed, is: 0)
        expect(order.sequence, is: [1, 2])
    }

    @Test("a list has a limit of entries, and an address is shown without its query")
    func limits() {
        var list = list()
        let many = (0..<List.maximumCount + 5).map { Video(location: "\($0)") }
        let (taken, more) = (list.insert(many), list.insert([Video(location: "more")]))
        expect(taken.count, is: List.maximumCount)
        #expect(more.isEmpty)
        let secret = self.list("http://127.0.0.1/film.mp4?token=s3cr3t")
        expect(secret.contents.items[0].title, is: nil)
        #expect(!secret.contents.items[0].name.contains("s3cr3t"))
        #expect(secret.contents.items[0].name.contains("film"))
    }
}
