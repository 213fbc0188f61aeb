import FoundationEssentials
import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite(.timeLimit(.minutes(10))) struct ListLoaderTests {
    private let counter = Fixtures.path("counter.mp4")

    /// Waits for `count` arrivals.
    private func arrivals(_ loader: ListLoader, _ wakeUp: WakeUp, _ count: Int) -> [ListLoader.Arrival] {
        var all: [ListLoader.Arrival] = []
        while all.count < count, wakeUp.wait() { all += loader.takeArrivals() }
        return all
    }

    @Test("ARCH-06, PLAY-33: requests are answered in order, and an unreadable list yields no item")
    func orders() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for name in ["b.mp4", "a.mp4"] { try write("x", to: folder.path + "/" + name) }
        let list = folder.path + "/list.m3u"
        try write("#EXTM3U\n#EXTINF:4,A title\n\(counter)\n/dev/zero\n", to: list)
        let wakeUp = WakeUp()
        let loader = ListLoader(wakeUp: wakeUp) { PlaylistLoader(isRecursive: $0) }
        defer { loader.close() }
        let tickets = [
            loader.order(folder.path, isList: false, isRecursive: false),
            loader.order(list, isList: true, isRecursive: false),
            loader.order(counter, isList: true, isRecursive: false),
            loader.order(counter, isList: false, isRecursive: false),
        ]
        let arrivals = arrivals(loader, wakeUp, 4)
        expect(arrivals.map(\.ticket), is: tickets.compactMap(\.self))
        let locations = arrivals.map { $0.videos.map { $0.sources[0].location } }
        expect(locations[0].map { $0.split(separator: "/").last }, is: ["a.mp4", "b.mp4"])
        #expect(locations[1] == [counter] && arrivals[1].videos[0].title == "A title")
        expect(arrivals[1].problems.count, is: 1)
        #expect(locations[2] == [] && locations[3] == [counter])
    }

    @Test("a closed loader delivers nothing")
    func closing() {
        let wakeUp = WakeUp()
        let loader = ListLoader(wakeUp: wakeUp) { PlaylistLoader(isRecursive: $0) }
        loader.close()
        #expect(loader.takeArrivals().isEmpty)
    }
}
