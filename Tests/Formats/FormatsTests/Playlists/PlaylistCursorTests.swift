import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite struct PlaylistCursorTests {
    private func cursor(
        _ count: Int, start: Int? = nil, _ playthroughs: PlaylistCursor.Playthroughs = .times(1),
        shuffled: Bool = false,
        seed: UInt64 = 1
    ) -> PlaylistCursor {
        var random = SeededGenerator(seed: seed)
        return PlaylistCursor(
            count: count, start: start, playthroughs: playthroughs, isShuffled: shuffled, shuffledBy: &random)
    }

    private func next(_ cursor: inout PlaylistCursor, seed: UInt64 = 2) -> Int? {
        var random = SeededGenerator(seed: seed)
        return cursor.next(shuffledBy: &random)?.number
    }

    @Test("PLAY-33, ARCH-06: a list plays in order to its end and back, and the cursor stays at the ends")
    func order() {
        var cursor = cursor(3)
        expect(cursor.current?.number, is: 0)
        #expect(!cursor.hasPrevious)
        #expect(cursor.hasNext)
        expect([next(&cursor), next(&cursor), next(&cursor)], is: [1, 2, nil])
        expect(cursor.current?.number, is: 2)
        #expect(!cursor.hasNext)
        #expect(cursor.hasPrevious)
        expect([cursor.previous()?.number, cursor.previous()?.number, cursor.previous()?.number], is: [1, 0, nil])
        expect(cursor.index, is: 0)
    }

    @Test("--playlist-start counts from 0 and is clamped", arguments: [(0, 0), (2, 2), (9, 2), (-1, 0)])
    func start(start: Int, first: Int) { expect(cursor(3, start: start).current?.number, is: first) }

    @Test("--loop-playlist counts playthroughs: 2 plays twice, 1 once")
    func playthroughs() {
        var twice = cursor(2, .times(2))
        expect([next(&twice), next(&twice), next(&twice), next(&twice)], is: [1, 0, 1, nil])
        var once = cursor(1, .times(1))
        expect(next(&once), is: nil)
        var endless = cursor(1, .endless)
        for _ in 0..<10 { expect(next(&endless), is: 0) }
    }

    @Test("going back from the first item leads to the last only if the list repeats")
    func backwards() {
        var endless = cursor(3, .endless)
        #expect(endless.hasPrevious)
        expect(endless.previous()?.number, is: 2)
        var failing = cursor(3, .endless)
        failing.markFailed(.init(2))
        expect(failing.previous()?.number, is: 1)
    }

    @Test("a list without a playable item repeats only when forced")
    func failures() {
        var cursor = cursor(2, .endless)
        cursor.markFailed(.init(0))
        cursor.markFailed(.init(1))
        expect(next(&cursor), is: 1)
        #expect(!cursor.hasNext)
        expect(next(&cursor), is: nil)
        cursor.markPlayed(.init(1))
        expect(next(&cursor), is: 0)
        var forced = self.cursor(1, .endlessDespiteFailures)
        forced.markFailed(.init(0))
        expect(next(&forced), is: 0)
    }

    @Test("shuffling is a permutation by the generator, and a new one in each playthrough")
    func shuffle() {
        let one = cursor(20, shuffled: true, seed: 7)
        expect(one, is: cursor(20, shuffled: true, seed: 7))
        #expect(one.order != cursor(20, shuffled: true, seed: 8).order)
        expect(one.order.map(\.number).sorted(), is: Array(0..<20))
        #expect(one.order.map(\.number) != Array(0..<20))
        var endless = cursor(20, .endless, shuffled: true, seed: 7)
        var heard = [endless.current?.number]
        for _ in 0..<19 { heard.append(next(&endless, seed: 3)) }
        expect(heard.compactMap { $0 }.sorted(), is: Array(0..<20))
        let before = endless.order
        _ = next(&endless, seed: 3)
        #expect(endless.order != before)
        expect(endless.index, is: 0)
    }

    @Test("jumping succeeds only to an item of the list")
    func jump() {
        var cursor = cursor(3)
        #expect(cursor.jump(to: .init(2)) && cursor.current?.number == 2)
        #expect(!cursor.jump(to: .init(3)) && cursor.current?.number == 2)
    }

    @Test("the current item stays when others change, and if removed is replaced by a neighbour")
    func changes() {
        var cursor = cursor(3, start: 1)
        expect(cursor.remove(.init(0)), is: true)
        expect(cursor.current?.number, is: 1)
        expect(cursor.index, is: 0)
        expect(cursor.insert(1).map(\.number), is: [3])
        expect(cursor.current?.number, is: 1)
        #expect(cursor.remove(.init(1)) && cursor.current?.number == 2)
        #expect(cursor.remove(.init(3)) && cursor.current?.number == 2)
        expect(cursor.insert(1).map(\.number), is: [4])
        expect(next(&cursor), is: 4)
        #expect(cursor.remove(.init(4)) && cursor.current?.number == 2)
        #expect(cursor.remove(.init(2)) && cursor.current == nil)
        #expect(!cursor.remove(.init(2)) && next(&cursor) == nil && cursor.previous() == nil)
        #expect(cursor.insert(1).map(\.number) == [5] && cursor.current == nil)
    }

    @Test("ARCH-06: items are inserted and moved before the item at the new place, as in mpv")
    func moves() {
        var cursor = cursor(4, start: 1)
        #expect(cursor.insert(2, at: 1).map(\.number) == [4, 5] && cursor.order.map(\.number) == [0, 4, 5, 1, 2, 3])
        #expect(cursor.move(from: 0, to: 2) && cursor.order.map(\.number) == [4, 0, 5, 1, 2, 3])
        #expect(cursor.move(from: 5, to: 0) && cursor.order.map(\.number) == [3, 4, 0, 5, 1, 2])
        #expect(cursor.move(from: 0, to: 99) && cursor.order.map(\.number) == [4, 0, 5, 1, 2, 3])
        #expect(!cursor.move(from: 6, to: 0) && !cursor.move(from: -1, to: 0) && !cursor.move(from: 0, to: -1))
        #expect(cursor.current?.number == 1 && cursor.index == 3)
    }

    @Test("undoing a shuffle keeps new items at the end and leaves removed ones out")
    func unshuffle() {
        var random = SeededGenerator(seed: 5)
        var cursor = cursor(20, start: 4)
        cursor.shuffle(by: &random)
        #expect(cursor.order.map(\.number) != Array(0..<20))
        expect(cursor.current?.number, is: 4)
        _ = cursor.insert(1, at: 3)
        _ = cursor.remove(.init(7))
        cursor.unshuffle()
        expect(cursor.order.map(\.number), is: Array(0..<7) + Array(8..<21))
        cursor.unshuffle()
        expect(cursor.order.map(\.number), is: Array(0..<7) + Array(8..<21))
        cursor.setShuffled(true, by: &random)
        #expect(cursor.isShuffled)
        #expect(cursor.order.map(\.number) != Array(0..<7) + Array(8..<21))
        cursor.setShuffled(false, by: &random)
        #expect(!cursor.isShuffled)
        expect(cursor.order.map(\.number), is: Array(0..<7) + Array(8..<21))
    }

    @Test("a stopped list has no neighbours and continues where a jump leads")
    func stop() {
        var cursor = cursor(3, start: 1, .endless)
        cursor.stop()
        #expect(cursor.current == nil && !cursor.hasNext && !cursor.hasPrevious && next(&cursor) == nil)
        #expect(cursor.order.count == 3 && cursor.jump(to: .init(2)) && cursor.hasNext)
    }

    @Test("an empty list has no items to play")
    func empty() {
        var cursor = cursor(0, .endless)
        expect(cursor.current, is: nil)
        #expect(!cursor.hasNext)
        #expect(!cursor.hasPrevious)
        expect(next(&cursor), is: nil)
    }

    @Test("after any changes the current item differs only by moving or removal", arguments: 0..<20)
    func anyChanges(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var cursor = cursor(5, .endless, shuffled: seed % 2 == 0, seed: UInt64(seed))
        for _ in 0..<300 {
            let before = cursor.current
            let item = cursor.order.randomElement(using: &random) ?? .init(-1)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                let place = Int.random(in: 0...cursor.order.count, using: &random)
                let items = cursor.insert(2, at: place)
                expect(cursor.current, is: before)
                expect(Array(cursor.order[place..<(place + 2)]), is: items)
                if before == nil { _ = cursor.jump(to: items[0]) }
            case 1:
                _ = cursor.remove(item)
                #expect(!cursor.order.contains(item))
                if item != before { expect(cursor.current, is: before) }
            case 2:
                cursor.markFailed(item)
                expect(cursor.current, is: before)
            case 3:
                let has = cursor.hasNext
                expect((cursor.next(shuffledBy: &random) != nil), is: has)
            case 4:
                let (from, to) = (Int.random(in: 0..<9, using: &random), Int.random(in: 0..<9, using: &random))
                expect(cursor.move(from: from, to: to), is: (from < cursor.order.count))
                expect(cursor.current, is: before)
            case 5:
                cursor.shuffle(by: &random)
                expect(cursor.current, is: before)
            case 6:
                cursor.unshuffle()
                expect(cursor.current, is: before)
            default: _ = cursor.previous()
            }
            expect(Set(cursor.order).count, is: cursor.order.count)
            expect((cursor.current == nil), is: cursor.order.isEmpty)
            if let current = cursor.current { #expect(cursor.order.contains(current)) }
        }
    }
}
