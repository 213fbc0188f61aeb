import Library
import PlayCore
import TestSupport
import Testing

@Suite("View of a folder")
struct FolderViewTests {
    private let now = HostTime.seconds(100)

    private func listing(_ names: [(String, FolderEntry.Kind)]) -> FolderListing {
        FolderListing(path: "/films", realPath: "/disk/films", entries: names.map { FolderEntry($0.0, $0.1) })
    }

    private func view(_ names: [(String, FolderEntry.Kind)]) -> FolderView {
        var view = FolderView("/films")
        view.update(.listing(listing(names)))
        return view
    }

    private let mixed: [(String, FolderEntry.Kind)] = [
        ("notes.txt", .other), ("10.mkv", .media), ("2.mkv", .media), ("Series", .folder), (".git", .folder),
        ("alpha.mp4", .media), ("list.m3u", .playlist), ("cover.jpg", .other),
    ]

    private func shown(_ view: FolderView, _ height: Int = 20) -> [String] {
        view.lines(height: height).map { line in
            switch line {
            case .entry(let index): view.entry(index).name
            case .otherFiles(let count): "-- \(count)"
            }
        }
    }

    @Test("Folders come before films and lists, other files are below a line, and hidden files on request")
    func parts() {
        var view = view(mixed)
        expect(
            shown(view), is: ["Series", "2.mkv", "10.mkv", "alpha.mp4", "list.m3u", "-- 2", "cover.jpg", "notes.txt"])
        #expect(view.count == 7 && view.selectedNumber == 1)
        view.toggleHidden()
        #expect(shown(view).first == ".git" && view.selected?.name == "Series")
    }

    @Test("The selection moves within bounds, stays visible, and keeps its name when the folder is read again")
    func moving() {
        var view = view(mixed)
        view.move(by: 5, height: 3)
        expect(view.selected?.name, is: "cover.jpg")
        #expect(shown(view, 3).contains("cover.jpg"))
        view.move(by: 50, height: 3)
        #expect(view.selected?.name == "notes.txt" && shown(view, 3) == ["-- 2", "cover.jpg", "notes.txt"])
        view.update(.listing(listing(mixed + [("1.mkv", .media)])))
        expect(view.selected?.name, is: "notes.txt")
        view.update(.listing(listing([])))
        #expect(view.isEmpty && view.selected == nil && view.lines(height: 3).isEmpty)
        view.move(by: 1, height: 3)
        view.selectEnd(height: 3)
        view.type("x", height: 3, at: now)
        expect(view.selected, is: nil)
    }

    @Test("Typing selects a name, a repeated letter selects the next, and a pause starts a new word")
    func jumping() {
        var view = view([("aa.mkv", .media), ("ab.mkv", .media), ("b1.mkv", .media), ("B2.mkv", .media)])
        view.type("b", height: 9, at: now)
        expect(view.selected?.name, is: "b1.mkv")
        view.type("b", height: 9, at: now)
        expect(view.selected?.name, is: "B2.mkv")
        view.type("a", height: 9, at: now + .seconds(2))
        view.type("b", height: 9, at: now + .milliseconds(2500))
        expect(view.selected?.name, is: "ab.mkv")
        #expect(view.isJumping(at: now + .seconds(3)) && !view.isJumping(at: now + .seconds(4)))
    }

    @Test("Typing and filtering match Chinese names by their pinyin")
    func pinyin() {
        var view = view([("a.mkv", .media), ("电影.mkv", .media), ("视频.mkv", .media)])
        view.type("s", height: 9, at: now)
        view.type("p", height: 9, at: now)
        expect(view.selected?.name, is: "视频.mkv")
        view.setFilter("dianying")
        expect(shown(view), is: ["电影.mkv"])
    }

    @Test("A filter keeps names that contain all its words, and only the shown files are played")
    func filtering() throws {
        var view = view(mixed)
        view.setFilter("MKV")
        expect(shown(view), is: ["2.mkv", "10.mkv"])
        view.move(by: 1, height: 9)
        let playable = try #require(view.playable)
        #expect(playable.entries.map(\.name) == ["2.mkv", "10.mkv"] && playable.index == 1)
        view.setFilter("1 mk")
        #expect(shown(view) == ["10.mkv"] && view.selected?.name == "10.mkv")
        view.setFilter(nil)
        #expect(view.selected?.name == "10.mkv" && view.playable?.index == 1)
        view.setFilter("ＭＫＶ")
        expect(shown(view), is: ["2.mkv", "10.mkv"])
        view.setFilter("txt")
        #expect(view.playable == nil && shown(view) == ["notes.txt"])
    }

    @Test("A press selects the entry of its line and says whether it was selected; the separator has none")
    func lines() {
        var view = view(mixed)
        expect(view.select(line: 2, height: 9), is: false)
        #expect(view.select(line: 2, height: 9) == true && view.selected?.name == "10.mkv")
        expect(view.select(line: 5, height: 9), is: nil)
        #expect(view.select(line: 6, height: 9) == false && view.selected?.name == "cover.jpg")
        expect(view.select(line: 99, height: 9), is: nil)
    }
}
