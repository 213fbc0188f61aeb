import Addresses
import Classes
import DownloadModel
import DownloadService
import Downloads
import Foundation
import PlayCore
import TestSupport
import Testing

/// Classes that are downloaded from a server and opened without it.
@Suite("Downloaded classes", .timeLimit(.minutes(10)))
struct ClassDownloadTests {
    /// The contents of a class with everything that it can name: signals, two slices of the chat, pages, a drawing and
    /// a participant.
    private var contents: ClassContents {
        var info = ClassInfo(playbackID: "algebra-7")
        (info.classID, info.sessionID, info.title) = ("7", "2", "Algebra")
        info.media = [.init("media/high.mp4", definition: "1080p"), .init("media/low.mp4", definition: "360p")]
        info.userVideoList = [.init(user: ClassUser(id: "mei", name: "Mei"), url: "media/mei.webm")]
        info.whiteboardURL = "media/board.png"
        let page = PageKey(document: "d", page: 0)
        var contents = ClassContents(info: info)
        contents.events = [
            ClassEvent(.zero, .users([ClassUser(id: "mei", name: "Mei"), ClassUser(id: "li", name: "Li")], total: 2)),
            ClassEvent(
                .zero,
                .documentAdded(
                    ClassDocument(
                        id: "d",
                        pages: [.init(picture: "slides/one.png", text: "first"), .init(picture: "slides/gone.png")]))),
            ClassEvent(.seconds(1), .pageShown(PageChange(page))),
            ClassEvent(
                .seconds(2),
                .shapeDrawn(
                    Shape(id: "s", on: page, .picture, [BoardPoint(x: 0, y: 0)], picture: "slides/stamp.png"))),
        ]
        contents.events += (0..<1500).map { number in
            let time = MediaTime.milliseconds(number * 10)
            return ClassEvent(
                time,
                .message(
                    ChatMessage(
                        id: "m\(number)", time: time, text: "line \(number)",
                        picture: number == 7 ? "slides/one.png" : nil)))
        }
        contents.virtualChat = [ChatMessage(id: "v", time: .seconds(3), text: "merged in")]
        return contents
    }

    /// Returns the files of the class, without those of `slides/gone.png`.
    private func package(_ change: (inout ClassContents) -> Void = { _ in }) throws -> [String: [UInt8]] {
        var contents = contents
        change(&contents)
        var files: [String: [UInt8]] = [:]
        try ClassPackageWriter { path, bytes in files[path] = bytes }.write(contents)
        for name in ["media/high.mp4", "media/low.mp4", "media/mei.webm", "media/board.png"] {
            files[name] = Array(name.utf8)
        }
        for name in ["slides/one.png", "slides/stamp.png"] { files[name] = Array(name.utf8) }
        return files
    }

    private func server(_ files: [String: [UInt8]], _ hold: Monitor<Bool> = Monitor(false)) throws -> FaultServer {
        try FaultServer { request in
            let name = request.path.removingPercentEncoding.map { String($0.dropFirst("/class/".count)) } ?? ""
            guard request.path.hasPrefix("/class/"), let bytes = files[name] else { return FaultReply(404) }
            return .file(bytes, for: request, faults: name == "slides/stamp.png" && hold.withLock { $0 } ? [.hold] : [])
        }
    }

    /// Returns the references of a class by their use.
    private func references(_ contents: ClassContents) -> [ClassFileReference] {
        var found: [ClassFileReference] = []
        _ = contents.relocated {
            if !found.contains($0) { found.append($0) }
            return $0.text
        }
        return found
    }

    @Test(
        "DL-11, DL-18, DL-28, ROOM-10: a downloaded class has signals, chat, pages and the chosen video offline"
    )
    func whole() throws {
        let bench = try ClassBench()
        do {
            let server = try server(try package())
            let id = try bench.add(server.text("/class/")) { $0.wishes.definitions = ["1080p"] }
            let item = try bench.finished(id)
            expect(item.label, is: .done, "\(String(describing: item.problem))")
            expect(item.kind, is: .room, "\(String(describing: item.problem))")
            expect(item.classID, is: "7")
            expect(item.sessionID, is: "2")
            expect(item.title, is: "Algebra")
            expect(item.mainPath, is: bench.folder + "/Algebra/room.json")
            expect(item.path(of: .video), is: bench.folder + "/Algebra/video.mp4")
            expect(item.path(of: .signal), is: bench.folder + "/Algebra/signals.jsonl")
            expect(item.definitionKey, is: "1080p")
            // The server lacks one page.
            expect(item.files.count { $0.role == .slide }, is: 2)
            let there = Set(bench.paths().map { bench.folder + "/" + $0 })
            expect(Set(item.files.map { bench.folder + "/" + $0.name }), is: there)
        }
        // The server no longer exists.
        expect(bench.contents("Algebra/video.mp4"), is: Array("media/high.mp4".utf8))
        let copy = try bench.room("Algebra")
        expect(copy.info.media, is: [.init("video.mp4", definition: "1080p")])
        expect(copy.relocated { _ in "" }.events, is: contents.relocated { _ in "" }.events)
        expect(copy.virtualChat, is: contents.virtualChat)
        expect(copy.chatLines.count, is: 1500)
        expectFiles(of: copy, bench)
        // ROOM-10, ROOM-12: this also holds with a web document and the viewer's default options.
        let loaded = try bench.loader("Algebra").load(ClassOptions(), now: 0, cancel: CancelToken())
        #expect(!ClassOptions().animatesSlides(isLocal: loaded.isLocal, existWebDocument: true))
    }

    /// Checks that each file holds its own name on the server.
    private func expectFiles(of contents: ClassContents, _ bench: ClassBench) {
        for reference in references(contents) where !reference.text.contains("gone") {
            let text = bench.contents("Algebra/" + reference.text).map { String(decoding: $0, as: UTF8.self) }
            let name = text?.split(separator: "/").last?.split(separator: ".").first.map(String.init)
            expect(name.map { reference.text.contains("/" + $0 + ".") }, is: true, "\(reference)")
        }
    }

    @Test("DL-09: a merged class and an album are refused with a reason", arguments: ["slices", "items"])
    func several(_ kind: String) throws {
        let text = """
            {"format":"tvplay-room","version":1,"id":"x","\(kind)":[{"id":"a","room":"a/room.json","title":"A","duration":1}]}
            """
        let server = try server(["room.json": Array(text.utf8)])
        let bench = try ClassBench()
        let id = try bench.add(server.text("/class/room.json"))
        let item = try bench.finished(id)
        expect(item.label, is: .failed)
        expect(item.problem?.code, is: .severalRooms)
        #expect(bench.paths().isEmpty)
    }

    @Test("DL-18: a hostile class is stored within its own folder, and paths that lead out of it are not requested")
    func hostile() throws {
        let files = try package { contents in
            contents.info.title = "../../\u{1B}[31mroot\u{202E}"
            contents.events.append(
                ClassEvent(
                    .zero,
                    .documentAdded(
                        ClassDocument(
                            id: "e",
                            pages: [
                                .init(picture: "../../../etc/passwd"), .init(picture: "/etc/passwd"),
                                .init(picture: "file:///etc/passwd"), .init(picture: "slides/a\\..\\b.png"),
                                .init(picture: "slides/%2e%2e/one.png"), .init(picture: "slides/.hidden/../x"),
                            ]))))
        }
        let server = try server(files)
        let bench = try ClassBench()
        let item = try bench.finished(try bench.add(server.text("/class/room.json")))
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        let top = try FileManager.default.contentsOfDirectory(atPath: bench.folder)
        let name = try #require(top.first)
        expect(top.count, is: 1)
        #expect(!name.hasPrefix("."))
        #expect(!name.contains("\u{1B}"))
        #expect(!name.contains("\u{202E}"))
        try expect(Set(FileManager.default.contentsOfDirectory(atPath: bench.root.path)), is: ["videos", "state"])
        let known: Set<String> = ["room.json", "signals.jsonl", "chat", "video.mp4", "videos", "pictures"]
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: bench.folder + "/" + name)).isSubset(of: known))
        #expect(!server.requests.contains { $0.path.contains("passwd") || $0.path.contains("..") })
    }

    @Test(
        "DL-04, DL-25: an interrupted class loads only missing files, even if the class has grown on the server"
    )
    func resuming() throws {
        let hold = Monitor(true)
        let files = Monitor(try package())
        let server = try FaultServer { request in
            let name = String(request.path.dropFirst("/class/".count))
            guard request.path.hasPrefix("/class/"), let bytes = files.withLock({ $0[name] }) else {
                return FaultReply(404)
            }
            return .file(bytes, for: request, faults: name == "slides/stamp.png" && hold.withLock { $0 } ? [.hold] : [])
        }
        let bench = try ClassBench()
        let id = try bench.add(server.text("/class/room.json"))
        #expect(server.wait { $0.requests(for: "/class/slides/stamp.png").count == 1 })
        #expect(server.wait { $0.requests(for: "/class/media/mei.webm").count == 1 })
        bench.close()
        expect(bench.contents("Algebra/room.json"), is: nil, "who finds a manifest finds all")
        let videos = server.requests(for: "/class/media/low.mp4").count
        // The server adds two pages before the existing ones.
        files.update { all in
            let grown = try? self.package { contents in
                contents.events.insert(
                    ClassEvent(
                        .zero,
                        .documentAdded(ClassDocument(id: "new", pages: [.init(picture: "slides/new.png")]))), at: 0)
            }
            all = grown ?? [:]
            all["slides/new.png"] = Array("slides/new.png".utf8)
        }
        hold.update { $0 = false }
        try bench.open()
        let item = try bench.finished(id)
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        // The file is requested once to find out its kind, and is not fetched again.
        expect(server.requests(for: "/class/media/low.mp4").count, is: videos + 1)
        expectFiles(of: try bench.room("Algebra"), bench)
        try #require(bench.manager).remove(id)
        bench.close()
        #expect(bench.paths().isEmpty)
    }

    @Test("ADV-73, DL-15: every file of an encrypted class is encrypted on the disk")
    func secure() throws {
        let server = try server(try package())
        let bench = try ClassBench()
        _ = try SecureKey.make(bench.root.path + "/key")
        let item = try bench.finished(try bench.add(server.text("/class/room.json")) { $0.mode = .secure })
        expect(item.label, is: .done)
        expect(item.mainPath, is: bench.folder + "/Algebra/room.json")
        let key = try SecureKey.read(bench.root.path + "/key")
        for path in bench.paths() {
            expect(bench.contents(path)?.starts(with: Array("TVSEAL01".utf8)), is: true, "\(path)")
        }
        let source = try EncryptedByteSource(path: try #require(item.mainPath), key: key, cancel: CancelToken())
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try bytes.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
        try expect(ClassManifest(Array(bytes.prefix(count)), in: "room.json").recordings.count, is: 1)
    }

    @Test("DL-11: a BigBlueButton recording becomes a class with slides, chat, subtitles and notes")
    func bigBlueButton() throws {
        let id = "183f0bf3a0982a127bdb8161e0c44eb696b3e75c-1600000000000"
        let texts = [
            "metadata.xml": """
            <recording><id>\(id)</id><start_time>1600000000000</start_time><participants>2</participants>
            <meeting id="m" name="Geometry"/><meta><meetingName>Geometry 3</meetingName></meta>
            <playback><format>presentation</format><duration>60000</duration></playback></recording>
            """,
            "shapes.svg": """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
            <image id="image1" class="slide" in="0.0" out="60.0" xlink:href="presentation/d1/slide-1.png" width="16" height="8"/>
            </svg>
            """,
            "slides_new.xml": """
            <popcorn><chattimeline in="3" name="Mei" message="hello" target="chat" senderRole="MODERATOR"/></popcorn>
            """,
            "captions.json": #"[{"locale":"en_US","localeName":"English"}]"#, "caption_en_US.vtt": "WEBVTT\n",
            "notes.html": "<html><body>agreed</body></html>", "video/webcams.webm": "the video",
            "video/webcams.srt": "1\n00:00:01,000 --> 00:00:02,000\nhello\n",
            "deskshare/deskshare.webm": "the accounts", "presentation/d1/slide-1.png": "the slide",
        ]
        let server = try FaultServer { request in
            guard let text = texts[String(request.path.dropFirst("/presentation/\(id)/".count))] else {
                return FaultReply(404)
            }
            return .file(Array(text.utf8), for: request)
        }
        let bench = try ClassBench()
        let item = try bench.finished(try bench.add(server.text("/playback/presentation/2.3/\(id)?t=10")))
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        expect(item.kind, is: .room, "\(String(describing: item.problem))")
        let copy = try bench.room("Geometry 3")
        expect(copy.info.media.map(\.url), is: ["video.webm"])
        expect(copy.plainMessages.map(\.text), is: ["hello"])
        let found = references(copy).map {
            bench.contents("Geometry 3/" + $0.text).map { String(decoding: $0, as: UTF8.self) }
        }
        expect(Set(found), is: ["the accounts", "the slide"])
        expect(bench.contents("Geometry 3/video.webm"), is: Array("the video".utf8))
        expect(bench.contents("Geometry 3/video.en_US.vtt"), is: Array("WEBVTT\n".utf8))
        expect(bench.contents("Geometry 3/video.srt"), is: texts["video/webcams.srt"].map { Array($0.utf8) })
        expect(bench.contents("Geometry 3/notes.txt"), is: Array("agreed\n".utf8))
    }

    @Test(
        "DL-11, ADV-18: subtitles beside a class's film are stored under the copy's name; HTML answers are ignored",
        arguments: [
            ["media/low.srt": "1\n00:00:01,000 --> 00:00:02,000\nhello\n", "media/low.de.vtt": "WEBVTT\n"],
            ["media/low.vtt": "\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n"], [:],
        ])
    func subtitles(_ beside: [String: String]) throws {
        var files = try package()
        for (name, text) in beside { files[name] = Array(text.utf8) }
        let server = try FaultServer { [files] request in
            let name = request.path.removingPercentEncoding.map { String($0.dropFirst("/class/".count)) } ?? ""
            if let bytes = files[name] { return .file(bytes, for: request) }
            // Servers of single-page applications answer every path like this.
            guard name.hasSuffix(".vtt") || name.hasSuffix(".srt") else { return FaultReply(404) }
            return FaultReply(200, Array("<!doctype html><html><body> --> </body></html>".utf8))
        }
        let bench = try ClassBench()
        let item = try bench.finished(
            try bench.add(server.text("/class/room.json")) { $0.wishes.textLanguages = ["de"] })
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        let wanted = beside.map { ($0.key.replacing("media/low", with: "Algebra/video"), Array($0.value.utf8)) }
        expect(Set(item.files.filter { $0.role == .subtitles }.map(\.name)), is: Set(wanted.map(\.0)))
        for (name, bytes) in wanted { expect(bench.contents(name), is: bytes) }
    }

    @Test("an address that only looks like a class is downloaded as a file; an invalid manifest fails")
    func others() throws {
        let film = Array("a film".utf8)
        let server = try FaultServer { request in
            switch request.path {
            case "/presentation/12345678/film.mp4", "/films/holiday": .file(film, for: request)
            case "/films/holiday/room.json": .file(Array("<html>".utf8), for: request)
            case "/broken/room.json": .file(Array("{\"format\":\"tvplay-room\"}".utf8), for: request)
            default: FaultReply(404)
            }
        }
        let bench = try ClassBench()
        for (path, name) in [("/presentation/12345678/film.mp4", "film.mp4"), ("/films/holiday", "holiday")] {
            let item = try bench.finished(try bench.add(server.text(path)))
            expect(item.label, is: .done)
            expect(item.kind, is: .video)
            expect(bench.contents(name), is: film)
        }
        let broken = try bench.finished(try bench.add(server.text("/broken/room.json")))
        expect(broken.problem?.code, is: .unreadable)
        let missing = try bench.finished(try bench.add(server.text("/nowhere/room.json")))
        expect(missing.problem, is: DownloadProblem(.refused, number: 404, detail: missing.problem?.detail ?? ""))
    }

    @Test("ROOM-34: an expired class is not downloaded")
    func expired() throws {
        let server = try server(try package { $0.info.invalidTime = 1 })
        let bench = try ClassBench()
        try expect(bench.finished(try bench.add(server.text("/class/room.json"))).problem?.code, is: .expired)
    }
}
