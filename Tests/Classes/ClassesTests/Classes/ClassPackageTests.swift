import Addresses
import Classes
import Encoding
import PlayCore
import TestSupport
import Testing

@Suite struct ClassPackageTests {
    private final class Files: Sendable {
        private let all = Monitor<[String: [UInt8]]>([:])

        subscript(path: String) -> [UInt8]? {
            get { all.withLock { $0[path] } }
            set { all.withLock { $0[path] = newValue } }
        }

        var paths: [String] { all.withLock { $0.keys.sorted() } }

        func loader(_ location: String = "") throws -> ClassLoader {
            let place = try #require(ClassPlace(location))
            return ClassLoader(
                SourceClassFiles(place) { [all] (location, _, cancel) throws(ByteSourceError) in
                    guard let bytes = all.withLock({ $0[location] }) else {
                        throw ByteSourceError(.notFound, operation: "open", context: location)
                    }
                    return ScriptedByteSource(bytes, cancel: cancel)
                })
        }

        func put(_ path: String, _ text: String) { self[path] = Array(text.utf8) }
    }

    private let cancel = CancelToken()

    private func contents(seed: UInt64, count: Int) -> ClassContents {
        var random = SeededGenerator(seed: seed)
        var info = ClassInfo(playbackID: "p\(seed)")
        info.title = "Algebra\u{1B}[31m 7 \u{202E}\u{0}"
        info.duration = MediaTime(nanoseconds: 1_234_567_890_123)
        info.recordType = .mixed
        info.enableQuestion = false
        info.isLongTerm = true
        info.sessionNumber = 3
        info.lamp = MarqueeText(content: "id 7", color: 0xFF0000, speed: 9)
        info.timeMarkList = [.init(time: .seconds(3), title: "proof")]
        info.documentCatalogueList = [OutlineEntry(time: .zero, title: "a", key: PageKey(document: "d", page: 0))]
        info.media = [.init("video.mp4", definition: "720p"), .init("https://example.org/v.m3u8")]
        info.userVideoList = [.init(user: user("mei"), url: "mei.mp4", start: .seconds(2))]
        info.invalidTime = 2_000_000_000
        var events = RandomRecording.events(count: count, &random)
        for number in 0..<count {
            var message = ChatMessage(
                id: "m\(number)", time: .milliseconds(number * 10 + 5),
                author: user("u\(number % 5)", .teacher, group: 2),
                text: "line\n\"\(number)\"\u{7}\u{FFFD}", replyTo: number > 0 ? "m0" : nil, mentions: ["mei"])
            message.color = 0xABCDEF
            message.placement = number % 2 == 0 ? .top : nil
            message.wallTime = 1_600_000_000_123
            events.append(ClassEvent(message.time, .message(message)))
        }
        let virtual = [ChatMessage(id: "v", time: .seconds(1), text: "virtual")]
        return ClassContents(info: info, events: events, virtualChat: virtual)
    }

    @Test(
        "ROOM-24, ROOM-25, ROOM-26, ROOM-27: a written package is read again without loss",
        arguments: 1...UInt64(Rounds.of(1)))
    func lossless(seed: UInt64) throws {
        let files = Files()
        // IDs of gifts and awards repeat in random classes, but not in real ones.
        var written = contents(seed: seed, count: 2500)
        written.events.removeAll { $0.kind.name == "gift" || $0.kind.name == "award" }
        written.events.append(ClassEvent(.seconds(7), .gift(Gift(id: "g", from: user("li"), name: "rose", count: 2))))
        try ClassPackageWriter { files[$0] = $1 }.write(written)
        let read = try files.loader().contents(-1, cancel: cancel)
        expect(read.info, is: written.info)
        expect(read.signals, is: written.signals)
        expect(read.chatLines, is: written.chatLines)
        expect(read.virtualChat, is: written.virtualChat)
        expect(read.warnings, is: [])
        #expect(files.paths.contains("chat/000003.jsonl"))
    }

    @Test("ROOM-06, ROOM-08: the requested version of a local room is loaded, and a missing version is an error")
    func versions() throws {
        let files = Files()
        var (clipped, original) = (contents(seed: 1, count: 10), contents(seed: 2, count: 20))
        clipped.info.clippedVersion = -1
        original.info.clippedVersion = 0
        try ClassPackageWriter { files["class/" + $0] = $1 }.write(versions: [original, clipped])
        var options = ClassOptions()
        let main = try files.loader("class").load(options, now: 0, cancel: cancel)
        expect(main.info, is: clipped.info)
        #expect(main.isLocal)
        options.clippedVersion = 0
        try expect(files.loader("class/room.json").load(options, now: 0, cancel: cancel).info, is: original.info)
        options.clippedVersion = 4
        #expect(throws: ClassReadError(.invalidPlayInfo, "it has no version 4; there are 0, -1", in: "class/")) {
            try files.loader("class/").load(options, now: 0, cancel: cancel)
        }
    }

    @Test("ROOM-34, ROOM-18: a room cannot be entered after its validity has ended (1080)")
    func validity() throws {
        let files = Files()
        try ClassPackageWriter { files[$0] = $1 }.write(contents(seed: 1, count: 1))
        #expect(throws: Never.self) { try files.loader().load(ClassOptions(), now: 2_000_000_000, cancel: cancel) }
        #expect(throws: ClassReadError(.invalidTime, "no longer available: the viewing period has ended", in: ".")) {
            try files.loader().load(ClassOptions(), now: 2_000_000_001, cancel: cancel)
        }
    }

    @Test(
        "ROOM-18: the error for an invalid manifest names the problem",
        arguments: [
            ("", "not JSON at byte 0"), ("{", "not JSON at byte 1"), ("[]", "of a wrong type"),
            ("{}", "\"format\" is missing"),
            (#"{"format":"x","version":1}"#, "not a class package: \"format\" is not \"tvplay-room\""),
            (#"{"format":"tvplay-room","version":2}"#, "unknown format version 2; update tvplay"),
            (
                #"{"format":"tvplay-room","version":1}"#,
                "expected one of \"recordings\", \"slices\", \"items\""
            ),
            (
                #"{"format":"tvplay-room","version":1,"recordings":[{"info":{"title":"x"}}]}"#,
                "\"playbackID\" is missing at recordings.[0].info"
            ),
            (
                #"{"format":"tvplay-room","version":1,"recordings":[{"info":{"playbackID":"x","media":[{"url":5}]}}]}"#,
                "of a wrong type at recordings.[0].info.media.[0].url"
            ),
            (String(repeating: "[", count: 100_000), "more than 64 levels"),
        ])
    func brokenManifests(text: String, problem: String) throws {
        let files = Files()
        files.put("room.json", text)
        #expect(throws: ClassReadError(.invalidPlayInfo, problem, in: ".")) {
            try files.loader().manifest(cancel: cancel)
        }
    }

    @Test("ROOM-18: a missing or too long file is an error")
    func missingFiles() throws {
        let files = Files()
        do {
            _ = try files.loader("gone").manifest(cancel: cancel)
            Issue.record("there is no manifest")
        } catch {
            expect((error as? ClassReadError)?.code, is: .fileLost)
            expect((error as? ClassReadError)?.context, is: "gone/room.json")
        }
        files["room.json"] = [UInt8](repeating: 0x20, count: ClassManifest.byteLimit + 1)
        #expect(throws: ClassReadError.self) { try files.loader().manifest(cancel: cancel) }
    }

    @Test(
        "ROOM-25: paths that lead out of the package are refused",
        arguments: [
            "/etc/passwd", "../secret", "a/../../b", "a//b", "./a", "", "a\\b", "a\u{0}b", "a\nb", "file:///etc/passwd",
            "http://10.0.0.1/x", String(repeating: "a", count: 2000),
        ])
    func paths(path: String) throws {
        for place in [ClassPlace("folder"), ClassPlace("https://example.org/class/room.json")] {
            #expect(throws: ClassReadError.self) { try place?.location(of: path) }
        }
    }

    @Test("ROOM-25: on a server, special characters of a path are escaped")
    func networkPaths() throws {
        let place = try #require(ClassPlace("https://example.org/class/"))
        #expect(place.manifestLocation == "https://example.org/class/room.json")
        #expect(try place.location(of: "chat/1?x#y.jsonl") == "https://example.org/class/chat/1%3Fx%23y.jsonl")
        #expect(try place.location(of: "%2e%2e/x") == "https://example.org/class/%252e%252e/x")
        #expect(try place.resource("https://cdn.example.org/v.mp4") == "https://cdn.example.org/v.mp4")
        #expect(throws: ClassReadError.self) { try place.resource("file:///etc/passwd") }
        try expect(ClassPlace("folder")?.resource("a b.mp4"), is: "folder/a b.mp4")
    }

    @Test("ROOM-25: unreadable lines are skipped and reported")
    func brokenLines() throws {
        let good = #"{"t":5,"kind":"chatCleared"}"#
        let deep = #"{"t":1,"kind":"x","value":"# + String(repeating: "[", count: 5000) + "}"
        let text = [
            "\u{FEFF}" + good, "", "not json", #"{"kind":"notice"}"#, deep,
            #"{"t":99999999999999999,"kind":"chatCleared"}"#, #"{"t":1e40,"kind":"chatCleared"}"#,
            #"{"t":1,"kind":"timer","value":{"phase":"odd"}}"#,
            "\"" + String(repeating: "a", count: JSONLines.lineLimit) + "\"", good + "\r",
            #"{"t":6,"kind":"from the future","value":[1]}"#,
        ].joined(separator: "\n")
        let read = JSONLines.read(ClassEvent.self, Array(text.utf8), file: "f")
        expect(
            read.lines,
            is: [
                ClassEvent(MediaTime(nanoseconds: 5), .chatCleared),
                ClassEvent(MediaTime(nanoseconds: 5), .chatCleared),
                ClassEvent(MediaTime(nanoseconds: 6), .unknown("from the future", .list([.integer(1)]))),
            ])
        expect(read.warnings.map(\.line), is: [3, 4, 5, 6, 7, 8, 9])
        expect(
            read.warnings.map(\.problem),
            is: [
                "not JSON at byte 0", "\"t\" is missing", "more than 64 levels", "its time is more than 100 days away",
                read.warnings[4].problem, read.warnings[5].problem, "longer than 1048576 bytes",
            ])
        let many = JSONLines.read(ClassEvent.self, Array(String(repeating: "x\n", count: 5000).utf8), file: "f")
        expect(many.warnings.count, is: 101)
        expect(many.warnings.last?.problem, is: "4900 more lines cannot be read")
    }

    @Test("ROOM-25: mutated files are read to the end")
    func mutations() throws {
        var random = SeededGenerator(seed: 11)
        let bytes = JSONLines.write(RandomRecording.events(count: 60, &random))
        for _ in 0..<300 {
            var mutated = bytes
            for _ in 0..<8 {
                mutated[Int.random(in: 0..<mutated.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            mutated.removeLast(Int.random(in: 0..<mutated.count / 2, using: &random))
            let read = JSONLines.read(ClassEvent.self, mutated, file: "f")
            #expect(read.lines.count + read.warnings.count <= mutated.filter { $0 == 10 }.count + 1)
            _ = ClassLog(read.lines).state(at: .seconds(1000))
        }
    }

    @Test("ROOM-25: a handwritten package needs only few fields")
    func byHand() throws {
        let files = Files()
        files.put(
            "room.json",
            #"""
            {"format":"tvplay-room","version":1,"recordings":[
              {"info":{"playbackID":"p","title":"T"},"signals":{"commands":"c.jsonl","users":"u.jsonl"}}]}
            """#)
        files.put(
            "c.jsonl",
            #"""
            {"t":1000000000,"kind":"message","value":{"id":"1","t":1000000000,"author":{"id":"mei"},"text":"hi"}}
            {"t":0,"kind":"notice","value":{"text":"welcome"}}
            """#)
        files.put("u.jsonl", #"{"t":0,"kind":"usersEntered","value":[{"id":"mei","name":"Mei"}]}"#)
        let room = try files.loader().load(ClassOptions(), now: 0, cancel: cancel)
        expect(room.warnings, is: [])
        var session = ClassSession(room)
        session.move(to: .seconds(1))
        expect(session.state.users.list["mei"]?.user.name, is: "Mei")
        expect(session.snapshot(phase: .entered).notice?.content?.text, is: "welcome")
        expect(session.snapshot(phase: .entered).messages?.content.count, is: 1)
    }

    @Test("DL-09, ROOM-13: merged rooms and albums cannot be downloaded")
    func mixes() throws {
        let slice = MixedClass.Slice(room: "a/room.json", title: "A", duration: .seconds(60))
        let mix = ClassManifest(slices: [slice], id: "7")
        #expect(mix.isMerged)
        #expect(!mix.canBeDownloaded)
        try expect(ClassManifest(mix.bytes, in: "x"), is: mix)
        let album = ClassManifest(items: [AlbumClass.Item(id: "1", room: "a/room.json")], id: "7", title: "All")
        #expect(album.isAlbum)
        #expect(!album.canBeDownloaded)
        try expect(ClassManifest(album.bytes, in: "x"), is: album)
        #expect(ClassManifest(recordings: [.init(ClassInfo(playbackID: "p"))]).canBeDownloaded)
    }
}
