import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite struct FeedListTests {
    private func feed(_ count: Int, preload: Int = 2) throws -> FeedList {
        var feed = FeedList(preloadCount: preload)
        for number in 0..<count { try feed.add(Video(location: "/\(number).mp4"), uid: "\(number)") }
        return feed
    }

    @Test("ADV-07: a duplicate uid is refused by name and leaves the feed unchanged; the default uid is the address")
    func add() throws {
        var feed = FeedList()
        try feed.add(Video(location: "/a.mp4"))
        expect(feed.items.map(\.uid), is: ["/a.mp4"])
        let before = feed
        #expect(throws: FeedList.Refusal.duplicate(uid: "/a.mp4")) { try feed.add(Video(location: "/a.mp4")) }
        #expect(throws: FeedList.Refusal.duplicate(uid: "/a.mp4")) {
            try feed.add(Video(location: "/other.mp4"), uid: "/a.mp4")
        }
        expect(feed, is: before)
        try feed.add(Video(location: "/a.mp4"), uid: "again")
        expect(feed.items.count, is: 2)
    }

    @Test("ADV-07: a removed current item is replaced by the next one, or at the end by the previous one")
    func remove() throws {
        var feed = try feed(4)
        _ = feed.move(to: "2")
        #expect(feed.remove(uid: "0") && feed.current?.uid == "2")
        expect(feed.remove(uid: "0"), is: false)
        #expect(feed.remove(uid: "2") && feed.current?.uid == "3")
        #expect(feed.remove(uid: "3") && feed.current?.uid == "1")
        #expect(feed.remove(uid: "1") && feed.current == nil && feed.window == [])
    }

    @Test("ADV-09: moving to a uid reports whether it exists")
    func move() throws {
        var feed = try feed(2)
        #expect(feed.move(to: "1") && feed.current?.uid == "1")
        #expect(!feed.move(to: "x") && feed.current?.uid == "1")
    }

    @Test("ADV-10: next and previous count from the current video and fail at the ends and before the first move")
    func steps() throws {
        var feed = try feed(3)
        #expect(!feed.moveToNext() && !feed.moveToPrevious() && feed.current == nil)
        expect(feed.move(to: "1"), is: true)
        #expect(feed.moveToNext() && feed.current?.uid == "2")
        #expect(!feed.moveToNext() && feed.current?.uid == "2")
        #expect(feed.moveToPrevious() && feed.moveToPrevious() && !feed.moveToPrevious())
        expect(feed.current?.uid, is: "0")
    }

    @Test("ADV-06: 1 + 2c items are loaded, nearest first and fewer at the ends")
    func window() throws {
        var feed = try feed(9)
        expect(FeedList().preloadCount, is: 2)
        expect(feed.move(to: "4"), is: true)
        expect(feed.window, is: [4, 5, 3, 6, 2])
        expect(feed.move(to: "0"), is: true)
        expect(feed.window, is: [0, 1, 2])
        expect(feed.move(to: "8"), is: true)
        expect(feed.window, is: [8, 7, 6])
        var all = try self.feed(3, preload: 1000)
        expect(all.move(to: "1"), is: true)
        expect(all.window, is: [1, 2, 0])
        var none = try self.feed(3, preload: 0)
        expect(none.move(to: "1"), is: true)
        expect(none.window, is: [1])
        expect(FeedList(preloadCount: -3).preloadCount, is: 0)
    }
}

@Suite struct FeedPagerTests {
    @Test("ADV-14: scrolling half a page changes the index once in each direction")
    func half() {
        var pager = FeedPager(pageHeight: 20)
        expect(pager.scrolled(to: 9.9), is: nil)
        expect(pager.currentIndex, is: 0)
        expect(pager.scrolled(to: 10), is: .next)
        expect(pager.currentIndex, is: 1)
        expect(pager.scrolled(to: 10), is: nil)
        expect(pager.scrolled(to: 20), is: nil)
        expect(pager.scrolled(to: 10.1), is: nil)
        expect(pager.scrolled(to: 9.9), is: .previous)
        expect(pager.currentIndex, is: 0)
    }

    @Test("ADV-14: negative and non-finite offsets are ignored")
    func negative() {
        var pager = FeedPager(pageHeight: 20, currentIndex: 1)
        for offset in [-0.1, -1000, Double.nan, -.infinity, .infinity] {
            expect(pager.scrolled(to: offset), is: nil)
            expect(pager.currentIndex, is: 1)
        }
    }

    @Test("ADV-14: the index is the rounded offset even across several pages, with a single step")
    func far() {
        var pager = FeedPager(pageHeight: 20)
        expect(pager.scrolled(to: 71), is: .next)
        expect(pager.currentIndex, is: 4)
        expect(pager.scrolled(to: 0), is: .previous)
        expect(pager.currentIndex, is: 0)
    }

    @Test("ADV-14: a scroll makes a step exactly when the rounded index differs", arguments: 0..<4)
    func exhaustive(current: Int) {
        for row in 0...100 {
            var pager = FeedPager(pageHeight: 25, currentIndex: current)
            let index = Int((Double(row) / 25).rounded())
            let step = pager.scrolled(to: Double(row))
            expect(step, is: (index > current ? .next : index < current ? .previous : nil), "row \(row)")
            expect(pager.currentIndex, is: index)
        }
    }
}
