import Foundation
import Library
import PlayCore
import TestSupport
import Testing

@Suite("Reading folders in the background")
struct LibraryReaderTests {
    @Test(
        "A job that hangs is given up and does not block the next one, and its late answer still arrives"
    )
    func patience() throws {
        let gate = Monitor(false)
        let wakeUp = WakeUp()
        let lane = PatientLane<Int, Int>(name: "test", patience: .zero, wakeUp: wakeUp) { _ in
            { job in
                if job == 1 { _ = gate.wait { $0 ? true : nil } }
                return job * 10
            }
        }
        lane.add(1)
        var given: Int?
        while given == nil { given = lane.check(at: SystemClock().now + .seconds(1)) }
        expect(given, is: 1)
        lane.want([2])
        var answers: [Int] = []
        while answers.isEmpty { answers = lane.takeAnswers().map(\.answer) }
        expect(answers, is: [20])
        gate.update { $0 = true }
        while answers.count < 2 { answers += lane.takeAnswers().map(\.answer) }
        expect(answers, is: [20, 10])
        lane.close()
    }

    @Test("A search finds films of the library by all its words, but no hidden or other files")
    func search() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let inner = root.appendingPathComponent("2008/Peach")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let names = [
            "Big Buck Bunny.mkv", "2008/Peach/bunny 2, BIG.mp4", "2008/Peach/big bunny.txt", ".big bunny.mkv",
            "2008/Bunny.mkv",
        ]
        for name in names { try Data().write(to: root.appendingPathComponent(name)) }
        let found = LibrarySearch.find("bunny  big", in: [root.path, inner.path, root.path + "/none"])
        expect(found.map { $0.split(separator: "/").last }, is: ["Big Buck Bunny.mkv", "bunny 2, BIG.mp4"])
        #expect(LibrarySearch.isSearch("big bunny") && !LibrarySearch.isSearch("bunny.mkv"))
        #expect(!LibrarySearch.isSearch("~bunny") && !LibrarySearch.isSearch("films/bunny"))
    }

    @Test("Folders, files, classes, addresses and missing paths are distinguished, even in quotes")
    func look() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let names = ["it's \"one\".mkv", "b.mkv"]
        for name in names { try Data().write(to: root.appendingPathComponent(name)) }
        for name in ["Films", "Class"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        let finder = EntryProbe.Finder(duration: { _, _ in nil }, isRoom: { $0.hasSuffix("Class") })
        let reader = LibraryReader(
            home: root.path, workingFolder: root.path, cacheFolder: nil, finder: finder, wakeUp: WakeUp())
        defer { reader.close() }
        func look(_ text: String) -> [LocationLook.Target] {
            reader.perform(.look(text, .open))
            while true {
                for case .looked(let look, .open) in reader.receive(at: .zero) { return look.targets }
            }
        }
        func target(_ name: String, _ kind: LocationLook.Kind) -> LocationLook.Target {
            LocationLook.Target(root.path + "/" + name, kind)
        }
        expect(look(names[0]), is: [target(names[0], .file)])
        expect(look("~/Films/"), is: [target("Films", .folder)])
        expect(look("Class"), is: [target("Class", .room)])
        expect(look("'b.mkv' none"), is: [target("b.mkv", .file), target("none", .missing)])
        #expect(look("https://x.example/") == [LocationLook.Target("https://x.example/", .address)])
        reader.perform(.list(folder: root.path + "/none"))
        var news: [LibraryNews] = []
        while news.isEmpty { news = reader.receive(at: .zero) }
        guard case .folder(_, .failed) = news[0] else {
            Issue.record("\(news)")
            return
        }
    }
}
