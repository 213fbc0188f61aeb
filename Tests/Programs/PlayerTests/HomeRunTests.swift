import Cells
import Foundation
import Processes
import TestSupport
import Testing

@Suite(.serialized) struct HomeRunTests {
    private func library(_ names: String...) throws -> URL {
        let folder = try BuiltProgram.temporaryFolder()
        for name in names {
            let url = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Fixtures.path("counter.mp4"), toPath: url.path)
        }
        return folder
    }

    @Test(
        "tvplay alone opens home, Enter plays a film of a folder, q leads back, and unfinished films can be continued"
    )
    func journey() throws {
        let folder = try library("Films/Film 2.mp4", "Films/Film 10.mp4", "notes.mp4")
        defer { BuiltProgram.remove(folder) }
        let run = try PlayerRun(
            ["--library=" + folder.path, "--resume-ignore-tail=1"], columns: 100, rows: 30)
        let name = folder.lastPathComponent
        try run.wait(for: "home with its library") { $0.text.contains("Library") && $0.text.contains(name + "/") }
        try run.wait(for: "how many films it has") { $0.text.contains("1 item") }
        run.type("\r")
        try run.wait(for: "the folder") { $0.text.contains("Films/") && $0.text.contains("notes.mp4") }
        try run.wait(for: "how long the film is") { $0.text.contains("00:10") && $0.text.contains("2 items") }
        run.type("\r")
        try run.wait(for: "films in natural order") { screen in
            guard let two = screen.text.firstRange(of: "Film 2.mp4"),
                let ten = screen.text.firstRange(of: "Film 10.mp4")
            else { return false }
            return two.lowerBound < ten.lowerBound
        }
        // A frame of the selected film is shown beside the list.
        try run.wait(for: "a picture of it") { screen in
            screen.cells.contains { $0.background.rawValue >> 24 == 0 }
        }
        run.type("\r")
        try run.waitForPictures(12)
        run.type("q")
        try run.wait(for: "the folder again") { $0.text.contains("Film 10.mp4") && $0.counter == nil }
        run.type("q")
        try run.wait(for: "what can be continued") { $0.text.contains("Continue watching") && $0.text.contains("left") }
        // The first row resumes where the film was left.
        run.type("g\r")
        try run.wait(for: "the picture where it was left") { ($0.counter ?? 0) >= 10 }
        run.type(">")
        try run.wait(for: "the next film of the folder, from its beginning") { ($0.counter ?? 99) < 10 }
        run.type(Keys.escape)
        try run.wait(for: "home again") { $0.text.contains("Continue watching") }
        try run.quit()
    }

    @Test("INFO-16: home shows the cover of an item from an address, and a cover address with a query is not kept")
    func remoteCover() throws {
        let film = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("counter.mp4"))))
        let still = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("still.png"))))
        let films = try FaultServer(file: film) { _ in [] }
        let covers = try FaultServer(file: still) { _ in [] }
        let home = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(home) }
        let environment: [String: String?] = ["HOME": home.path, "no_proxy": "127.0.0.1"]
        for (name, query) in [("/secret.mp4", "?token=s3cr3t"), ("/open.mp4", "")] {
            let run = try PlayerRun(
                ["--cover=" + covers.text("/cover.png" + query), films.text(name)], environment: environment)
            try run.waitForPictures(2)
            try run.quit()
        }
        let run = try PlayerRun(["--library=" + home.path], columns: 100, rows: 30, environment: environment)
        try run.wait(for: "what was played") { $0.text.contains("Continue watching") && $0.text.contains("/open.m") }
        try run.wait(for: "its cover, left half red, right half blue") { screen in
            let colours = screen.cells.map(\.background)
            return colours.contains { $0.paletteIndex == nil && $0.red > 200 && $0.blue < 60 }
                && colours.contains { $0.paletteIndex == nil && $0.blue > 200 && $0.red < 60 }
        }
        try run.quit()
        // The database, and its log if there is one.
        let state = home.appendingPathComponent(".local/state/tvplay")
        let files = try FileManager.default.contentsOfDirectory(atPath: state.path).filter { $0.hasPrefix("tvplay.db") }
        #expect(files.contains("tvplay.db"))
        for file in files {
            let content = try Data(contentsOf: state.appendingPathComponent(file))
            expect(content.firstRange(of: Data("s3cr3t".utf8)), is: nil, "\(file)")
        }
    }

    @Test("Ctrl+o completes and plays a path, a dropped file plays after a question, and a missing one is reported")
    func opening() throws {
        let folder = try library("A film.mp4", "other.mp4")
        defer { BuiltProgram.remove(folder) }
        let run = try PlayerRun(["--library=" + folder.path], columns: 100, rows: 30)
        try run.wait(for: "home") { $0.text.contains("Library") }
        run.type(Keys.control("o") + folder.path + "/A\t")
        try run.wait(for: "the completed name") { $0.text.contains("A film.mp4") }
        run.type("\r")
        try run.waitForPicture()
        run.type("\u{1B}[200~'\(folder.path)/other.mp4' \u{1B}[201~")
        try run.wait(for: "the question") { $0.text.contains("Play other.mp4?") }
        run.type("\r")
        run.type("gp")
        try run.wait(for: "the list with both") { $0.text.contains("┌ Playlist") }
        run.type("q\u{1B}[200~/none/at/all.mp4\u{1B}[201~")
        try run.wait(for: "the answer") { $0.text.contains("no such file: /none/at/all.mp4") }
        run.type("Q")
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
    }

    @Test("a file name that is not UTF-8 is shown and opens, and without a terminal the usage is printed")
    func oddNames() throws {
        let folder = try library("plain.mp4")
        defer { BuiltProgram.remove(folder) }
        let odd = Array((folder.path + "/caf").utf8) + [0xE9] + Array(".mp4".utf8)
        let source = folder.path + "/plain.mp4"
        let renamed = (odd + [0]).withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { name in name.baseAddress.map { rename(source, $0) } }
        }
        expect(renamed, is: 0)
        let run = try PlayerRun(["--library=" + folder.path], columns: 100, rows: 30)
        try run.wait(for: "home") { $0.text.contains("Library") }
        run.type("\r")
        try run.wait(for: "the name") { $0.text.contains("caf\u{FFFD}.mp4") }
        run.type("\r")
        try run.waitForPicture()
        run.type("Q")
        try expect(run.waitForExit(), is: .code(0))
        let usage = try BuiltProgram.run(BuiltProgram.path("tvplay"), [], environment: ["LANG": "C.UTF-8"])
        expect(usage.status, is: 1)
    }
}
