import Access
import ClassPlayback
import Classes
import Foundation
import PDFPages
import PlayCore
import Playlists
import TestSupport
import Testing
import Transport

@Suite("The source of a class") struct ClassSourceTests {
    private let cancel = CancelToken()

    private func source(_ location: String, isChat: Bool = false) -> ClassSource {
        ClassSource(location, access: FileAccess(), isChat: isChat)
    }

    @Test("ROOM-25: a package is read by its folder or by its manifest")
    func package() throws {
        let folder = try ClassFolder()
        try folder.put(.algebra())
        for name in ["", "room.json"] {
            let source = source(folder.path(name))
            try expect(source.room(ClassOptions(), cancel: cancel).info.title, is: "Algebra")
            expect(source.outline, is: .single)
            expect(source.folder, is: folder.path() + "/")
            #expect(try #require(source.size) > 0)
            expect(source.resource("page.png"), is: folder.path("page.png"))
            try expect(source.media(0, cancel: cancel), is: folder.path("clip.mp4"))
        }
    }

    @Test("ROOM-67: a file that is not a package is read as a chat, and so is any file beside a video")
    func chat() throws {
        let folder = try ClassFolder()
        let lines = "00:00:00 Mei: hello there\n00:00:05 Ada: and later\n"
        try folder.put("chat.txt", lines)
        try folder.put("room.json", lines)
        for (name, isChat) in [("chat.txt", false), ("room.json", true)] {
            let contents = try source(folder.path(name), isChat: isChat).contents(0, cancel: cancel)
            expect(contents.plainMessages.map(\.text), is: ["hello there", "and later"])
            try expect(source(folder.path(name), isChat: isChat).media(0, cancel: cancel), is: nil)
        }
    }

    @Test("ROOM-18, PLAY-32: a missing class fails with error 1050, and is read once it exists")
    func missing() throws {
        let folder = try ClassFolder()
        let source = source(folder.path())
        let error = #expect(throws: ClassReadError.self) { try source.room(ClassOptions(), cancel: cancel) }
        expect(error?.code, is: .fileLost)
        try folder.put(.algebra())
        try expect(source.room(ClassOptions(), cancel: cancel).info.title, is: "Algebra")
    }

    @Test("ROOM-25, ROOM-30: files outside a package are neither read nor played")
    func outside() throws {
        let (folder, elsewhere) = (try ClassFolder(), try ClassFolder())
        try elsewhere.put("secret.mp4", "video")
        try folder.put(
            .algebra {
                $0.info.media = [.init("linked.mp4")]
                $0.info.userVideoList = [.init(user: ClassUser(id: "m", name: "Mei"), url: "mei.mp4", start: .zero)]
            })
        for name in ["linked.mp4", "mei.mp4"] { try folder.link(name, to: elsewhere.path("secret.mp4")) }
        let source = source(folder.path())
        _ = try source.room(ClassOptions(), cancel: cancel)
        for name in ["linked.mp4", "mei.mp4", "../secret.mp4"] { expect(source.resource(name), is: nil, "\(name)") }
        let error = #expect(throws: ClassReadError.self) { try source.media(0, cancel: cancel) }
        expect(error?.code, is: .fileLost)
        let images = PageImageReader(FileAccess())
        #expect(throws: ClassReadError.self) {
            try images.image(at: elsewhere.path("secret.mp4"), within: 100, folder: folder.path() + "/")
        }
    }

    @Test("ROOM-25, ROOM-39: signals and pages cannot be links to files outside the package")
    func links() throws {
        let (folder, elsewhere) = (try ClassFolder(), try ClassFolder())
        try folder.put(.algebra())
        try folder.link("page.png", to: Fixtures.path("still.png"))
        let images = PageImageReader(FileAccess())
        #expect(throws: ClassReadError.self) {
            try images.image(at: folder.path("page.png"), within: 100, folder: folder.path() + "/")
        }
        #expect(try images.image(at: folder.path("page.png"), within: 100, folder: nil).pixels.width > 0)
        try FileManager.default.moveItem(atPath: folder.path("signals.jsonl"), toPath: elsewhere.path("signals"))
        try folder.link("signals.jsonl", to: elsewhere.path("signals"))
        #expect(throws: ClassReadError.self) { try source(folder.path()).contents(0, cancel: cancel) }
    }

    @Test("ROOM-03, PLAY-05: the manifest of an encrypted class is requested as such, but its other files are not")
    func encrypted() throws {
        let folder = try ClassFolder()
        try folder.put(.algebra())
        let root = folder.path()
        let server = try FaultServer { request in
            let data = FileManager.default.contents(atPath: root + request.path)
            return data.map { .file(Array($0), for: request) } ?? FaultReply(404)
        }
        var http = HTTPSettings(userAgent: "tests")
        http.proxy = ""
        let access = SourceAccess(AccessSettings(http: http))
        defer { access.close() }
        for isEncrypted in [true, false] {
            var options = ClassOptions()
            options.isEncrypted = isEncrypted
            let source = ClassSource(server.text("/"), access: access)
            try expect(source.room(options, cancel: cancel).info.title, is: "Algebra")
        }
        let asked = server.requests(for: "/room.json").map(\.query)
        expect(asked.first, is: "encrypted=1")
        #expect(asked.last == nil as String?)
        expect(Set(asked), is: ["encrypted=1", nil])
        #expect(server.requests.allSatisfy { $0.path == "/room.json" || $0.query == nil })
    }

    @Test("ROOM-25: the dump lists events sorted by time, without control characters for terminals")
    func dump() throws {
        let folder = try ClassFolder()
        try folder.put(
            .algebra {
                $0.events.append(ClassEvent(.seconds(3), .messageRemoved("a\u{202E}\u{9B}31m")))
            })
        let dump = try source(folder.path()).contents(0, cancel: cancel).dump
        let text = String(decoding: dump, as: UTF8.self)
        let times = try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["t"] as? Int
        }
        expect(times, is: [0, 0, 0, 3_000_000_000, 6_000_000_000])
        #expect(text.contains(#"a\u202e\u009b31m"#))
    }

    @Test("ROOM-03: token and key are sent only to the server of the class")
    func headers() {
        let access = FileAccess()
        var options = ClassOptions()
        (options.token, options.accessKey) = ("t", "k")
        access.show(options, toServerOf: "https://class.example/7/")
        let sent = access.headers.withLock { $0 }
        expect(sent["class.example"]?.map(\.value), is: ["Bearer t", "k"])
        access.show(options, toServerOf: "/a/path")
        expect(access.headers.withLock { $0.count }, is: 1)
    }

    @Test("ROOM-39: a picture is stored no larger than requested, and keeps its aspect ratio")
    func image() throws {
        let images = PageImageReader(FileAccess())
        let large = try images.image(at: Fixtures.path("still.png"), within: 4000, folder: nil)
        let small = try images.image(at: Fixtures.path("still.png"), within: 16, folder: nil)
        #expect(max(small.pixels.width, small.pixels.height) <= 16)
        #expect(large.pixels.width > small.pixels.width)
        expect(large.aspect, is: small.aspect)
        let error = #expect(throws: ClassReadError.self) {
            try images.image(at: Fixtures.path("nothing.png"), within: 16, folder: nil)
        }
        expect(error?.code, is: .fileLost)
    }

    @Test("a page of a PDF is drawn only if the file is in the folder of the class")
    func pdfPage() throws {
        let folder = try ClassFolder()
        try folder.put("a.pdf", "")
        try folder.put("bin/pdftoppm", "#!/bin/sh\nprintf 'P6\\n2 1\\n255\\nabcdef'\n")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/pdftoppm"))
        let outside = try ClassFolder()
        try outside.put("b.pdf", "")
        try folder.link("b.pdf", to: outside.path("b.pdf"))
        let images = PageImageReader(FileAccess(), tools: PDFTools(folder: folder.path("bin") + "/"))
        func image(_ name: String, _ place: ClassFolder?) throws -> PageImage {
            try images.image(at: folder.path(name), within: 16, folder: place?.path("/"))
        }
        try expect(image("a.pdf#page=1", folder).aspect, is: 2)
        for (name, place) in [("b.pdf#page=1", folder), ("c.pdf#page=1", folder), ("a.pdf#page=1", nil)] {
            #expect(throws: ClassReadError.self) { try image(name, place) }
        }
    }
}
