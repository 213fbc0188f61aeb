import Classes
import PlayCore
import TestSupport
import Testing

@testable import ClassImport

@Suite struct RawRecordingTests {
    private func event(_ milliseconds: Int, _ module: String, _ name: String, _ fields: String = "") -> String {
        "<event timestamp=\"\(1_000_000 + milliseconds)\" module=\"\(module)\" eventname=\"\(name)\">\(fields)</event>"
    }

    private func read(_ events: [String], version: String = "2.0.0", _ others: [String: String] = [:]) throws
        -> ClassContents
    {
        var files = others
        files["events.xml"] =
            "<recording meeting_id=\"m-1\" bbb_version=\"\(version)\">" + events.joined(separator: "\n")
            + "</recording>"
        return try BigBlueButton.read(MemoryRecording(files).reading).contents
    }

    private let key = PageKey(document: "d", page: 1)
    private let onPage = "<presentation>d</presentation><pageNumber>1</pageNumber>"

    @Test("ROOM-64, ROOM-65, ROOM-66: entering, presenting, hands, microphones, cameras and leaving become events")
    func users() throws {
        let contents = try read([
            event(
                0, "PARTICIPANT", "ParticipantJoinEvent", "<userId>u1</userId><role>MODERATOR</role><name>Mei</name>"),
            event(
                100, "VOICE", "ParticipantJoinedEvent",
                "<participant>17</participant><callername>Mei</callername><muted>true</muted>"),
            event(200, "VOICE", "ParticipantMutedEvent", "<participant>17</participant><muted>false</muted>"),
            event(300, "WEBCAM", "StartWebcamShareEvent", "<stream>640x480-u1-1000300</stream>"),
            event(
                400, "PARTICIPANT", "ParticipantStatusChangeEvent",
                "<userId>u1</userId><status>emojiStatus</status><value>raiseHand</value>"),
            event(
                500, "PARTICIPANT", "ParticipantStatusChangeEvent",
                "<userId>u1</userId><status>emojiStatus</status><value>none</value>"),
            event(600, "PARTICIPANT", "AssignPresenterEvent", "<userid>u1</userid><name>Mei</name>"),
            event(700, "WEBCAM", "StopWebcamShareEvent", "<stream>640x480-u1-1000300</stream>"),
            event(800, "VOICE", "ParticipantLeftEvent", "<participant>17</participant>"),
            event(900, "PARTICIPANT", "ParticipantLeftEvent", "<userId>u1</userId>"),
        ])
        let user = ClassUser(id: "u1", name: "Mei", role: .moderator)
        expect(
            contents.events,
            is: [
                ClassEvent(.zero, .usersEntered([user])),
                ClassEvent(.milliseconds(200), .mediaUsers([MediaUser(id: "u1", hasVideo: false, hasAudio: true)])),
                ClassEvent(.milliseconds(300), .mediaUsers([MediaUser(id: "u1", hasVideo: true, hasAudio: true)])),
                ClassEvent(.milliseconds(400), .handRaised("u1", true)),
                ClassEvent(.milliseconds(500), .handRaised("u1", false)),
                ClassEvent(.milliseconds(600), .presenter("u1")),
                ClassEvent(.milliseconds(700), .mediaUsers([MediaUser(id: "u1", hasVideo: false, hasAudio: true)])),
                ClassEvent(.milliseconds(800), .mediaUsers([MediaUser(id: "u1", hasVideo: false, hasAudio: false)])),
                ClassEvent(.milliseconds(900), .usersLeft(["u1"])),
            ])
    }

    @Test("ROOM-25: the axis starts with the sound, at the time that the events state")
    func axis() throws {
        let contents = try read(
            [
                event(
                    0, "CHAT", "PublicChatEvent",
                    "<senderId>u</senderId><sender>Li</sender><message><![CDATA[a &lt;b&gt;]]></message><timestampUTC>1600000000000</timestampUTC>"
                ),
                event(
                    2000, "VOICE", "StartRecordingEvent",
                    "<filename>/var/x/m-1-5.opus</filename><recordingTimestamp>1001500</recordingTimestamp>"),
                event(4000, "CHAT", "ClearPublicChatEvent"), event(9500, "PARTICIPANT", "EndAndKickAllEvent"),
            ], ["audio/m-1-5.opus": ""])
        expect(contents.info.media, is: [.init("audio/m-1-5.opus")])
        expect(contents.events.map(\.time), is: [.milliseconds(-1500), .milliseconds(2500)])
        expect(contents.messages.first?.text, is: "a <b>")
        expect(contents.messages.first?.time, is: .milliseconds(-1500))
        expect(contents.info.duration, is: .seconds(8))
        expect(contents.info.startWallTime, is: 1_600_000_001_500)
    }

    @Test(
        "ROOM-25: a recording lasts as long as its meeting, and without sound its cameras play beside silence"
    )
    func wholeMeeting() throws {
        let camera =
            event(1000, "PARTICIPANT", "ParticipantJoinEvent", "<userId>u</userId><name>Li</name>")
            + event(3000, "WEBCAM", "StartWebcamShareEvent", "<userId>u</userId><stream>320x240-u-99</stream>")
        let late =
            event(
                200_000, "CHAT", "PublicChatEvent", "<senderId>u</senderId><sender>Li</sender><message>bye</message>")
            + event(200_000, "PARTICIPANT", "EndAndKickAllEvent")
        let silent = try read([camera, late], ["video/m-1/320x240-u-99.flv": ""]).info
        #expect(silent.media == [] && silent.sounds == [])
        expect(silent.duration, is: .seconds(199))
        expect(silent.userVideoList.map(\.start), is: [.seconds(2)])
        let sound = { (at: Int, name: String) in
            self.event(
                at, "VOICE", "StartRecordingEvent",
                "<filename>\(name)</filename><recordingTimestamp>\(1_000_000 + at)</recordingTimestamp>")
        }
        let pieces = try read(
            [sound(2000, "a.wav"), sound(90_000, "b.wav"), late], ["audio/a.wav": "", "audio/b.wav": ""]
        ).info
        expect(
            pieces.sounds,
            is: [.init(url: "audio/a.wav", start: .zero), .init(url: "audio/b.wav", start: .seconds(88))])
        expect(pieces.duration, is: .seconds(198))
    }

    @Test("ROOM-16, ROOM-46: with thumbnails only, pages come from the PDF beside them, with its text")
    func pdf() throws {
        let shown = event(1, "PRESENTATION", "SharePresentationEvent", "<presentationName>d-1</presentationName>")
        func pages(_ others: [String], readable: Bool = true) throws -> [ClassDocument.Page] {
            var recording = MemoryRecording(events: Array("<recording meeting_id=\"m-1\">\(shown)</recording>".utf8))
            for name in others + ["a.pdf", "d-1.pdf", "thumbnails/thumb-1.png"] {
                recording.files["presentation/d-1/" + name] = []
            }
            if readable { recording.pages["presentation/d-1/d-1.pdf"] = ["Vectors\n", " \n"] }
            let contents = try BigBlueButton.read(recording.reading).contents
            return contents.events.compactMap {
                if case .documentAdded(let document) = $0.kind { document.pages } else { nil }
            }.first ?? []
        }
        let pdf = try pages([])
        expect(pdf.map(\.picture), is: (1...2).map { "presentation/d-1/d-1.pdf#page=\($0)" })
        expect(pdf.map(\.text), is: ["Vectors", nil])
        expect(pdf.map(\.sparePicture), is: ["presentation/d-1/thumbnails/thumb-1.png", nil])
        try expect(pages(["pngs/slide1.png"]).map(\.picture).first, is: "presentation/d-1/pngs/slide1.png")
        try expect(pages([], readable: false).map(\.picture), is: ["presentation/d-1/thumbnails/thumb-1.png"])
    }

    @Test("a reference to a page of a PDF names its file, which is part of a package")
    func pdfReference() {
        expect(PDFPage("a/b.pdf#page=12"), is: PDFPage(path: "a/b.pdf", page: 12))
        expect(PDFPage(path: "a/b.pdf", page: 12).reference, is: "a/b.pdf#page=12")
        for wrong in ["a.pdf", "a.pdf#page=0", "a.pdf#page=x", "a.png#page=1", "a.pdf#page="] {
            expect(PDFPage(wrong), is: nil)
        }
        let document = ClassDocument(id: "d", pages: (1...2).map { .init(picture: "d.pdf#page=\($0)") })
        let contents = ClassContents(
            info: ClassInfo(playbackID: "x"), events: [ClassEvent(.zero, .documentAdded(document))])
        expect(ImportedRecording(contents: contents).files, is: ["d.pdf"])
    }

    @Test("ROOM-58: edits, removals and reactions of BigBlueButton 3.0 are read as its server writes them")
    func chatChanges() throws {
        func reaction(_ verb: String, _ time: Int, _ fields: String) -> String {
            event(time, "CHAT", "\(verb)PublicChatMessageReactionRecordEvent", "<messageId>m</messageId>" + fields)
        }
        let contents = try read([
            event(0, "CHAT", "PublicChatEvent", "<messageId>m</messageId><senderId>u</senderId><message>a</message>"),
            event(
                100, "CHAT", "EditPublicChatMessageRecordEvent",
                "<messageId>m</messageId><message>&lt;b&gt;Wednesday&lt;/b&gt; &amp;amp; late</message>"),
            reaction("Send", 200, "<reactionEmoji>👍</reactionEmoji><senderId>v</senderId>"),
            reaction("Delete", 300, "<reactionEmoji>👍</reactionEmoji><senderId>v</senderId>"),
            reaction("Send", 400, "<reactionEmoji>🎉</reactionEmoji><userId>w</userId>"),
            event(500, "CHAT", "DeletePublicChatMessageRecordEvent", "<messageId>m</messageId>"),
            event(600, "CHAT", "DeletePublicChatMessageRecordEvent"), reaction("Send", 700, "<senderId>v</senderId>"),
        ])
        func given(_ user: String, _ emoji: String, _ isGiven: Bool) -> ClassEvent.Kind {
            .messageReaction(MessageReaction(message: "m", user: user, emoji: emoji, isGiven: isGiven))
        }
        expect(
            contents.events.dropFirst().map(\.kind),
            is: [
                .messageEdited(id: "m", text: "Wednesday & late"), given("v", "👍", true), given("v", "👍", false),
                given("w", "🎉", true), .messageRemoved("m"),
            ])
        expect(
            contents.warnings.map(\.problem),
            is: [
                "a change to a message without an id", "a reaction that cannot be read",
            ])
    }

    @Test(
        "ROOM-16, ROOM-46: slides of old and new servers are read with their text",
        arguments: ["presentation", "presentations"])
    func layouts(root: String) throws {
        let contents = try read(
            [
                event(
                    0, "PRESENTATION", "ConversionCompletedEvent",
                    "<presentationName>d-1</presentationName><originalFilename>default.pdf</originalFilename>"),
                event(1, "PRESENTATION", "SharePresentationEvent", "<presentationName>d-1</presentationName>"),
                event(2, "PRESENTATION", "GotoSlideEvent", "<presentationName>d-1</presentationName><slide>1</slide>"),
            ],
            [
                "\(root)/d-1/thumbnails/thumb-1.png": "", "\(root)/d-1/thumbnails/thumb-2.png": "",
                "\(root)/d-1/textfiles/slide-1.txt": "Vectors\nand more",
            ])
        let documents = contents.events.compactMap {
            if case .documentAdded(let document) = $0.kind { document } else { nil }
        }
        let pages = try #require(documents.first?.pages)
        expect(pages.map(\.picture), is: (1...2).map { "\(root)/d-1/thumbnails/thumb-\($0).png" })
        expect(pages.first?.text, is: "Vectors\nand more")
        expect(contents.loaded().room.outline.map(\.title), is: ["Vectors", "default.pdf · 2"])
    }

    @Test("ROOM-16: drawings grow, are undone by ID or in reverse order, and are cleared for all users or for one")
    func drawings() throws {
        func pencil(_ time: Int, _ id: String, _ status: String, _ points: String, user: String = "a") -> String {
            event(
                time, "WHITEBOARD", "AddShapeEvent",
                onPage + "<id>\(id)</id><userId>\(user)</userId><type>pencil</type><status>\(status)</status>"
                    + "<dataPoints>\(points)</dataPoints><color>16711680</color><thickness>0.5</thickness>")
        }
        let contents = try read([
            pencil(0, "s1", "DRAW_START", "10,10"), pencil(1, "s1", "DRAW_UPDATE", "20,20"),
            pencil(2, "s1", "DRAW_UPDATE", "30,30"), pencil(3, "s1", "DRAW_END", "10,10,30,30"),
            pencil(4, "s2", "DRAW_END", "1,1,2,2", user: "b"), pencil(5, "s3", "DRAW_END", "1,1,2,2", user: "b"),
            event(6, "WHITEBOARD", "UndoAnnotationEvent", onPage),
            event(7, "WHITEBOARD", "UndoAnnotationEvent", onPage + "<shapeId>s1</shapeId>"),
            pencil(8, "s4", "DRAW_END", "1,1,2,2", user: "a"),
            event(9, "WHITEBOARD", "ClearWhiteboardEvent", onPage + "<userId>b</userId><fullClear>false</fullClear>"),
            event(10, "WHITEBOARD", "ClearWhiteboardEvent", onPage + "<userId>b</userId><fullClear>true</fullClear>"),
        ])
        let counts = contents.events.compactMap { event -> Int? in
            if case .shapeDrawn(let shape) = event.kind { shape.points.count } else { nil }
        }
        expect(counts, is: [1, 2, 3, 2, 2, 2, 2])
        guard case .shapeDrawn(let shape) = contents.events[2].kind else { return #expect(Bool(false), "no shape") }
        expect(shape.points.last, is: BoardPoint(x: 0.3, y: 0.3))
        expect(shape.color, is: 0xFF0000)
        expect(shape.thickness, is: 0.005)
        let undone = contents.events.map(\.kind).filter { ["shapesUndone", "boardCleared"].contains($0.name) }
        expect(
            undone,
            is: [
                .shapesUndone(key, ["s3"]), .shapesUndone(key, ["s1"]), .shapesUndone(key, ["s2"]), .boardCleared(key),
            ])
    }

    @Test("ROOM-49: a poll ends some time after its result was shown, and one without a result when it is stopped")
    func polls() throws {
        let contents = try read([
            event(
                0, "POLL", "PollStartedRecordEvent",
                "<pollId>p</pollId><question>Clear?</question><answers>[{\"id\":0,\"key\":\"Yes\"},{\"id\":1,\"key\":\"No\"}]</answers>"
            ),
            event(
                1000, "POLL", "UserRespondedToPollRecordEvent",
                "<pollId>p</pollId><userId>u</userId><answerId>1</answerId>"),
            event(2000, "POLL", "PollPublishedRecordEvent", "<pollId>p</pollId><answers/>"),
            event(2001, "POLL", "PollStoppedRecordEvent", "<pollId>p</pollId>"),
            event(50_000, "POLL", "PollStartedRecordEvent", "<pollId>q</pollId><answers>[{]</answers>"),
            event(60_000, "POLL", "PollStoppedRecordEvent", "<pollId>q</pollId>"),
        ])
        expect(contents.events.map(\.time), is: [0, 2000, 32_000, 50_000, 60_000].map { .milliseconds($0) })
        expect(
            contents.events[1].kind,
            is: .survey(
                Survey(
                    id: "p", question: "Clear?",
                    options: [.init(key: "0", text: "Yes"), .init(key: "1", text: "No", votes: 1)], responders: 1)))
        #expect(contents.events[2].kind == .surveyFinished && contents.events[4].kind == .surveyFinished)
    }

    @Test(
        "ROOM-42, ROOM-46, ROOM-47: documents, pages, viewports, pointer, external videos and shared screen become events"
    )
    func stage() throws {
        let contents = try read([
            event(
                0, "PRESENTATION", "ConversionCompletedEvent",
                "<presentationName>d</presentationName><originalFilename>a.pdf</originalFilename>"),
            event(
                0, "PRESENTATION", "SharePresentationEvent", "<presentationName>d</presentationName><share>true</share>"
            ),
            event(1, "PRESENTATION", "GotoSlideEvent", "<slide>2</slide><id>d/3</id>"),
            event(
                2, "PRESENTATION", "ResizeAndMoveSlideEvent",
                "<xOffset>-10.0</xOffset><yOffset>-5.0</yOffset><widthRatio>50.0</widthRatio><heightRatio>25.0</heightRatio>"
            ),
            event(3, "WHITEBOARD", "WhiteboardCursorMoveEvent", "<xOffset>25.0</xOffset><yOffset>75.0</yOffset>"),
            event(4, "WHITEBOARD", "WhiteboardCursorMoveEvent", "<xOffset>-1.0</xOffset><yOffset>-1.0</yOffset>"),
            event(
                5, "EXTERNAL-VIDEO", "StartExternalVideoRecordEvent",
                "<externalVideoUrl>https://e.org/v</externalVideoUrl>"),
            event(6, "EXTERNAL-VIDEO", "StopExternalVideoRecordEvent"),
            event(7, "DESKSHARE", "StartWebRTCDesktopShareEvent"), event(8, "DESKSHARE", "StopWebRTCDesktopShareEvent"),
            event(9, "PRESENTATION", "RemovePresentationEvent", "<presentationName>d</presentationName>"),
        ])
        let pages = [ClassDocument.Page](repeating: .init(), count: 3)
        #expect(
            contents.events.map(\.kind) == [
                .documentAdded(ClassDocument(id: "d", title: "a.pdf", pages: pages)),
                .pageShown(PageChange(PageKey(document: "d", page: 0))),
                .pageShown(PageChange(PageKey(document: "d", page: 2))),
                .viewport(Viewport(x: 0.2, y: 0.1, width: 0.5, height: 0.25)), .pointer(BoardPoint(x: 0.25, y: 0.75)),
                .pointer(nil), .media(PlayedMedia(isPlaying: true, address: "https://e.org/v")),
                .media(PlayedMedia(isPlaying: false)), .desktopSharing(true), .desktopSharing(false),
                .documentRemoved("d"),
            ])
    }

    @Test("ROOM-16: tldraw's shapes are read as servers since 2.6 write them")
    func tldraw() throws {
        let data =
            "{&quot;id&quot;:&quot;s&quot;,&quot;type&quot;:&quot;ellipse&quot;,&quot;point&quot;:[144,108],&quot;radius&quot;:[72,54]}"
        let contents = try read(
            [
                event(
                    0, "WHITEBOARD", "AddTldrawShapeEvent",
                    onPage + "<shapeId>s</shapeId><shapeData>\(data)</shapeData>"),
                event(1, "WHITEBOARD", "AddTldrawShapeEvent", onPage + "<shapeData>{</shapeData>"),
                event(2, "WHITEBOARD", "DeleteTldrawShapeEvent", onPage + "<shapeId>s</shapeId>"),
            ], version: "2.6.1")
        guard case .shapeDrawn(let shape) = contents.events.first?.kind else { return #expect(Bool(false), "no shape") }
        expect(shape.kind, is: .ellipse)
        expect(shape.points, is: [BoardPoint(x: 0.1, y: 0.1), BoardPoint(x: 0.2, y: 0.2)])
        expect(contents.events.last?.kind, is: .shapesUndone(key, ["s"]))
        expect(contents.warnings.map(\.problem), is: ["a drawing that is wrong: not JSON at byte 1"])
    }
}
