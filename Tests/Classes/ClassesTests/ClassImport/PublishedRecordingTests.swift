import Addresses
import ClassImport
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct PublishedRecordingTests {
    static let metadata = """
        <recording><id>abc-1</id><start_time>1600000000000</start_time><end_time>1600000060000</end_time>
        <participants>5</participants><meeting id="abc-1" externalId="room-7" name="Algebra" breakout="false"/>
        <meta><meetingName>Algebra 7</meetingName></meta><playback><format>presentation</format>
        <duration>60000</duration></playback></recording>
        """

    static let shapes = """
        <?xml version="1.0"?>
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg id="svgfile" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
        <image id="image1" class="slide" in="0.0" out="1.0" xlink:href="presentation/logo.png" width="1600" height="1200"/>
        <image id="image2" class="slide" in="1.0 20.0" out="10.0 60.0" xlink:href="presentation/d1/slide-1.png"
         width="1600" height="800" text="presentation/d1/textfiles/slide-1.txt" style="visibility:hidden"/>
        <g class="canvas" id="canvas2" image="image2" display="none">
        <g id="image2-draw1" class="shape" timestamp="2.0" undo="8.0" shape="image2-pencil1"
         style="stroke:#ff0000;stroke-width:16;visibility:hidden;fill:none"><path d="M160 80L320 160Q480 160,480 80"/></g>
        <g id="image2-draw2" class="shape" timestamp="3.0" undo="8.0" shape="image2-pencil1"
         style="stroke:#ff0000;stroke-width:16;fill:none"><path d="M160 80L320 160L800 400"/></g>
        <g id="image2-draw3" class="shape" timestamp="4.0" undo="-1" shape="image2-text2"
         style="color:#0000ff;word-wrap:break-word;font-family:Arial;font-size:40px"><switch>
        <foreignObject width="400" height="80" x="800" y="400"><p xmlns="http://www.w3.org/1999/xhtml">one<br/>two
        </p></foreignObject></switch></g>
        <g id="image2-draw4" class="shape" timestamp="5.0" undo="-1" shape="image2-ellipse3" style="stroke:#00ff00">
        <path d="M160 400A160 80 0 0 1 320 320A160 80 0 0 1 480 400A160 80 0 0 1 320 480A160 80 0 0 1 160 400Z"/></g>
        <g id="image2-draw5" class="shape" timestamp="6.0" undo="-1" shape="image2-poll4"><rect x="1200" y="600" width="400"
         height="200"/><image xlink:href="presentation/d1/poll_result4.svg" x="1600" y="600" width="200" height="400"/></g>
        </g>
        <image id="image3" class="slide" in="10.0" out="20.0" xlink:href="presentation/deskshare.png" width="1280" height="720"/>
        <image id="image4" class="slide" in="40.0" out="60.0" xlink:href="presentation/d1/slide-1.png" width="1600" height="800"/>
        <g class="canvas" id="canvas4" image="image4"><g id="image4-draw3" class="shape" timestamp="4.0" undo="-1"
         shape="image4-text2" style="color:#0000ff"><switch><foreignObject width="400" height="80" x="800" y="400"><p>x</p>
        </foreignObject></switch></g></g>
        </svg>
        """

    static let files: [String: String] = [
        "metadata.xml": metadata, "shapes.svg": shapes,
        "presentation_text.json": #"{"d1":{"slide-2":"Second slide","slide-3":"Third"}}"#,
        "presentation/d1/textfiles/slide-1.txt": " First slide \n",
        "slides_new.xml": """
        <popcorn><chattimeline in="3" direction="down" name="Mei" message="see &lt;a href=&quot;https://e.org/a?b&amp;amp;c&quot; rel=&quot;nofollow&quot;&gt;&lt;u&gt;https://e.org/a?b&amp;amp;c&lt;/u&gt;&lt;/a&gt; &amp;lt;3" target="chat" senderRole="MODERATOR" novelty="1"/>
        <chattimeline in="5" out="30" name="Li" message="&lt;a href=&quot;https://e.org&quot;&gt;here&lt;/a&gt;&lt;br/&gt;&lt;img alt=&quot;😀&quot; src=&quot;x&quot;/&gt;" target="chat" chatEmphasizedText="true"/></popcorn>
        """,
        "panzooms.xml": """
        <recording id="panzoom_events"><event timestamp="1.0"><viewBox>0.0 0.0 1600.0 800.0</viewBox></event>
        <event timestamp="7.0"><viewBox>400.0 200.0 800.0 400.0</viewBox></event></recording>
        """,
        "cursor.xml": """
        <recording id="cursor_events"><event timestamp="2.5"><cursor>0.25 0.5</cursor></event>
        <event timestamp="7.5"><cursor>0.5 0.5</cursor></event><event timestamp="9.0"><cursor>-1.0 -1.0</cursor></event></recording>
        """,
        "deskshare.xml": """
        <recording id="deskshare_events"><event start_timestamp="10.0" stop_timestamp="20.0" video_width="1" video_height="1"/></recording>
        """,
        "polls.json": #"""
        [{"timestamp":12,"type":"YN","question":"Clear?","answers":[{"id":0,"key":"Yes","numVotes":2},{"id":1,"key":"yes","numVotes":1},{"id":2,"key":"No","numVotes":0}],"users":4,"responders":3},
        {"timestamp":30,"type":"A-2","question":"","answers":[]}]
        """#,
        "external_videos.json": #"[{"timestamp":15,"external_video_url":"https://e.org/v"},{}]"#,
        "captions.json": #"[{"locale":"en_US","localeName":"English"},{"locale":"../x"}]"#,
        "notes.html": "<html><body>\nagreed:<br>seven &amp; eight\n</body></html>", "video/webcams.webm": "",
        "deskshare/deskshare.mp4": "",
    ]

    @Test(
        "ROOM-39: a server's thumbnails become the small pictures of pages if they exist, but a folder's do not"
    )
    func thumbnails() throws {
        func sizes(_ extra: [String: String], _ base: Address?) throws -> [[ClassDocument.Page.Size]?] {
            let recording = try read(Self.files.merging(extra) { $1 }, base: base)
            let kind = try #require(events(recording, "documentAdded").first?.kind)
            guard case .documentAdded(let document) = kind else { return [] }
            return document.pages.map(\.sizes)
        }
        let base = try #require(Address("https://bbb.example/presentation/abc-1/"))
        let thumbnails = ["presentation/d1/thumbnails/thumb-1.png": "x"]
        let found = try sizes(thumbnails, base)
        let first = "https://bbb.example/presentation/abc-1/presentation/d1/thumbnails/thumb-1.png"
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0?.count == 1 })
        expect(found.first, is: [.init(picture: first, longSide: 150)])
        #expect(try sizes([:], base).allSatisfy { $0 == nil })
        #expect(try sizes(thumbnails, nil).allSatisfy { $0 == nil })
    }

    private func read(_ files: [String: String] = files, base: Address? = nil) throws -> ImportedRecording {
        try BigBlueButton.read(MemoryRecording(files, base: base).reading)
    }

    private func events(_ recording: ImportedRecording, _ names: String...) -> [ClassEvent] {
        recording.contents.events.filter { names.contains($0.kind.name) }
    }

    @Test("ROOM-24, ROOM-46, ROOM-47: the recording has its info, slides with texts, and times of shown pages")
    func slides() throws {
        let recording = try read()
        let info = recording.contents.info
        expect(info.playbackID, is: "abc-1")
        expect(info.classID, is: "room-7")
        expect(info.title, is: "Algebra 7")
        expect(info.duration, is: .seconds(60))
        expect(info.recordType, is: .compositeVideo)
        expect(info.media, is: [.init("video/webcams.webm")])
        expect(info.userVideoList.map(\.url), is: ["deskshare/deskshare.mp4"])
        let pages = (1...3).map { number in
            ClassDocument.Page(
                picture: "presentation/d1/slide-\(number).png", width: number == 1 ? 1600 : nil,
                height: number == 1 ? 800 : nil, text: ["First slide", "Second slide", "Third"][number - 1])
        }
        expect(
            events(recording, "documentAdded"),
            is: [
                ClassEvent(.zero, .documentAdded(ClassDocument(id: "d1", pages: pages)))
            ])
        let key = PageKey(document: "d1", page: 0)
        expect(
            events(recording, "pageShown"),
            is: [1, 20, 40].map { ClassEvent(.seconds($0), .pageShown(PageChange(key))) })
        expect(events(recording, "desktopSharing").map(\.time), is: [.seconds(10), .seconds(20)])
        expect(recording.contents.warnings.map(\.file), is: ["external_videos.json", "captions.json"])
    }

    @Test("ROOM-16: shapes appear in stages until they are undone, and repeats of newer servers are dropped")
    func drawings() throws {
        let drawn = events(try read(), "shapeDrawn", "shapesUndone")
        expect(drawn.map(\.time), is: [2, 3, 4, 5, 6, 8].map { .seconds($0) })
        let shapes = drawn.compactMap { if case .shapeDrawn(let shape) = $0.kind { shape } else { nil } }
        expect(shapes.map(\.id), is: ["pencil1", "pencil1", "text2", "ellipse3", "poll4"])
        expect(shapes.map(\.kind), is: [.pencil, .pencil, .text, .ellipse, .picture])
        expect(shapes[0].points.count, is: 10)
        expect(
            shapes[1].points, is: [BoardPoint(x: 0.1, y: 0.1), BoardPoint(x: 0.2, y: 0.2), BoardPoint(x: 0.5, y: 0.5)])
        #expect(shapes[1].color == 0xFF0000 && shapes[1].thickness == 0.01 && shapes[1].fill == nil)
        #expect(shapes[2].text == "one\ntwo" && shapes[2].color == 0x0000FF && shapes[2].textHeight == 0.05)
        expect(shapes[2].points, is: [BoardPoint(x: 0.5, y: 0.5), BoardPoint(x: 0.75, y: 0.6)])
        #expect(shapes[3].points.map(\.x).min() == 0.1 && shapes[3].points.map(\.x).max() == 0.3)
        expect(shapes[4].picture, is: "presentation/d1/poll_result4.svg")
        expect(drawn.last?.kind, is: .shapesUndone(PageKey(document: "d1", page: 0), ["pencil1"]))
    }

    @Test("ROOM-47: viewport and pointer are read as fractions of the slide")
    func views() throws {
        let recording = try read()
        expect(
            events(recording, "viewport").map(\.kind),
            is: [
                .viewport(.whole), .viewport(Viewport(x: 0.25, y: 0.25, width: 0.5, height: 0.5)),
            ])
        expect(
            events(recording, "pointer").map(\.kind),
            is: [
                .pointer(BoardPoint(x: 0.25, y: 0.5)), .pointer(BoardPoint(x: 0.5, y: 0.5)), .pointer(nil),
            ])
    }

    @Test("ROOM-58, ROOM-63, ROOM-67: the chat is read as plain text with its clearing and its authors")
    func chat() throws {
        let recording = try read()
        let messages = recording.contents.messages
        #expect(
            messages.map(\.text) == ["see https://e.org/a?b&c <3", "here (https://e.org)\n😀", "https://e.org/v"])
        expect(messages.map(\.time), is: [.seconds(3), .seconds(5), .seconds(15)])
        #expect(messages[0].author?.role == .moderator && messages[1].author?.role == .student)
        expect(messages[2].kind, is: .system)
        expect(events(recording, "chatCleared").map(\.time), is: [.seconds(30)])
        let names = events(recording, "users").compactMap { event -> ([String], Int?)? in
            if case .users(let users, let total) = event.kind { (users.map(\.name), total) } else { nil }
        }
        expect(names.first?.0, is: ["Mei", "Li"])
        expect(names.first?.1, is: 5)
    }

    @Test("ROOM-58: a message of BigBlueButton 3.0 has its edit mark, its reply target and its reactions")
    func chatChanges() throws {
        let recording = try BigBlueButton.read(
            MemoryRecording([
                "metadata.xml": "<recording><id>r</id></recording>",
                "slides_new.xml": """
                <popcorn><chattimeline in="3" name="Mei" message="Wednesday" id="m-1" lastEditedTimestamp="5000" replyToMessageId="">
                <reactions><reaction emoji="👍" count="2"/><reaction emoji="" count="1"/><reaction emoji="x" count="-1"/></reactions></chattimeline>
                <chattimeline in="5" name="Li" message="thanks" id="m-2" replyToMessageId="m-1" lastEditedTimestamp=""/></popcorn>
                """,
            ]).reading)
        let messages = recording.contents.messages
        expect(messages.map(\.id), is: ["m-1", "m-2"])
        expect(messages.map(\.replyTo), is: [nil, "m-1"])
        expect(messages.map(\.isEdited), is: [true, false])
        expect(messages.map(\.reactions), is: [[.init(emoji: "👍", count: 2)], []])
    }

    @Test("ROOM-49: poll results are shown for a while, and answers that differ only in case are merged")
    func polls() throws {
        let events = events(try read(), "survey", "surveyFinished")
        expect(events.map(\.time), is: [.seconds(12), .seconds(30), .seconds(60)])
        guard case .survey(let survey) = events[0].kind else { return #expect(Bool(false), "no survey") }
        expect(survey.question, is: "Clear?")
        expect(survey.responders, is: 3)
        expect(survey.options.map(\.text), is: ["Yes", "No"])
        expect(survey.options.map(\.votes), is: [3, 0])
    }

    @Test("ROOM-25: a recording lists its subtitles, notes and the files that a package needs")
    func others() throws {
        let recording = try read()
        expect(recording.captions.map(\.url), is: ["caption_en_US.vtt"])
        expect(recording.captions.map(\.name), is: ["English"])
        expect(recording.notes, is: "agreed:\nseven & eight")
        expect(
            recording.files,
            is: [
                "caption_en_US.vtt", "deskshare/deskshare.mp4", "presentation/d1/poll_result4.svg",
                "presentation/d1/slide-1.png", "presentation/d1/slide-2.png", "presentation/d1/slide-3.png",
                "video/webcams.webm",
            ])
    }

    @Test("ROOM-39: on a server, pictures and videos are addresses on it")
    func server() throws {
        let recording = try read(base: Address("https://bbb.example.org/presentation/abc-1/"))
        #expect(
            recording.contents.info.media == [.init("https://bbb.example.org/presentation/abc-1/video/webcams.webm")])
        guard case .documentAdded(let document) = events(recording, "documentAdded").first?.kind else {
            return #expect(Bool(false), "no document")
        }
        #expect(
            document.pages[0].picture
                == "https://bbb.example.org/presentation/abc-1/presentation/d1/slide-1.png")
        expect(recording.files, is: ["presentation/d1/poll_result4.svg"])
    }

    @Test("ROOM-16, ROOM-47: tldraw's whiteboards are read with their pointer and camera, in tldraw's coordinates")
    func tldraw() throws {
        var files = Self.files
        // The page of 1600 x 800 becomes 1440 x 720.
        files["tldraw.json"] = #"""
            {"bbb_version":"2.6.10","2":{"timestamp":1,"shapes":[
            {"id":"a","timestamp":2.5,"undo":9,"shape_data":{"id":"a","type":"draw","point":[144,72],"points":[[0,0,0.5],[72,36,0.5]],"style":{"color":"red","size":"small","isFilled":false}}},
            {"id":"b","timestamp":3.5,"undo":-1,"shape_data":{"id":"b","type":"rectangle","point":[720,360],"size":[144,72],"label":"box","style":{"color":"blue","isFilled":true}}},
            {"id":"c","timestamp":4.5,"undo":-1,"shape_data":{"id":"shape:c","typeName":"shape","type":"arrow","x":144,"y":0,"props":{"start":{"x":0,"y":0},"end":{"x":144,"y":72},"color":"black","size":"m"}}},
            {"id":"d","timestamp":5.5,"undo":-1,"shape_data":{"type":"draw"}}]},
            "9":{"shapes":[{}]}}
            """#
        files["panzooms.xml"] = """
            <recording tldraw="true"><event timestamp="1.0"><viewBox>-360.0 -180.0 800.0 400.0</viewBox></event></recording>
            """
        files["cursor.xml"] = """
            <recording tldraw="true"><event timestamp="2.5"><cursor>720.0 180.0</cursor></event></recording>
            """
        let recording = try read(files)
        let shapes = recording.contents.events.compactMap { event -> Shape? in
            if case .shapeDrawn(let shape) = event.kind, ["a", "b", "shape:c", "d"].contains(shape.id) {
                shape
            } else {
                nil
            }
        }
        expect(shapes.map(\.kind), is: [.pencil, .rectangle, .arrow, .pencil])
        expect(shapes[0].points, is: [BoardPoint(x: 0.1, y: 0.1), BoardPoint(x: 0.15, y: 0.15)])
        expect(shapes[0].color, is: 0xE03131)
        expect(shapes[1].points, is: [BoardPoint(x: 0.5, y: 0.5), BoardPoint(x: 0.6, y: 0.6)])
        #expect(shapes[1].text == "box" && shapes[1].fill == shapes[1].color)
        expect(shapes[2].points, is: [BoardPoint(x: 0.1, y: 0), BoardPoint(x: 0.2, y: 0.1)])
        expect(events(recording, "shapesUndone").map(\.time), is: [.seconds(8), .seconds(9)])
        expect(
            events(recording, "viewport").map(\.kind),
            is: [
                .viewport(Viewport(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
            ])
        expect(events(recording, "pointer").map(\.kind), is: [.pointer(BoardPoint(x: 0.5, y: 0.25))])
        #expect(recording.contents.warnings.contains { $0.file == "tldraw.json" })
    }

    @Test(
        "ROOM-18: a damaged part is reported and skipped, and all other parts are read", arguments: files.keys.sorted())
    func partly(path: String) throws {
        let whole = try read()
        for damage in ["<<<", "[{]", "\u{0}x"] {
            var files = Self.files
            files[path] = damage
            let recording = try read(files)
            let isParsed = path.hasSuffix(".xml") || path.hasSuffix(".json") || path.hasSuffix(".svg")
            expect(recording.contents.warnings.contains { $0.file == path }, is: isParsed)
            #expect(Set(recording.contents.counts.keys).isSubset(of: whole.contents.counts.keys))
        }
        var files = Self.files
        files[path] = nil
        if path == "metadata.xml" {
            #expect(throws: ClassReadError.self) { try read(files) }
        } else {
            let recording = try read(files)
            #expect(!recording.contents.warnings.contains { $0.file == path })
            let without = [
                "shapes.svg": 10, "slides_new.xml": 3, "polls.json": 3, "cursor.xml": 3, "panzooms.xml": 2,
                "external_videos.json": 1, "deskshare.xml": 0,
            ]
            expect(whole.contents.events.count - recording.contents.events.count, is: without[path] ?? 0)
        }
    }

    @Test("ROOM-18: an unreadable file is reported and the rest is read, but an unreadable main file is an error")
    func unreadable() throws {
        var recording = MemoryRecording(Self.files)
        recording.broken = ["slides_new.xml"]
        let contents = try BigBlueButton.read(recording.reading).contents
        #expect(contents.warnings.contains(ClassWarning("slides_new.xml", "the disk does not answer")))
        expect(contents.counts["pageShown"], is: 3)
        recording.broken = ["metadata.xml"]
        #expect(throws: ClassReadError(.playFailed, "the disk does not answer", in: "metadata.xml")) {
            try BigBlueButton.read(recording.reading)
        }
        #expect(throws: ClassReadError(.invalidPlayInfo, "neither metadata.xml nor events.xml", in: "recording")) {
            try BigBlueButton.read(MemoryRecording([:]).reading)
        }
    }
}
