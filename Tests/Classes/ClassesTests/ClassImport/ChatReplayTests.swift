import ClassImport
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ChatReplayTests {
    // MARK: YouTube

    private func action(_ renderer: String, _ fields: String) -> String {
        #"{"addChatItemAction":{"item":{"\#(renderer)":{\#(fields)}},"clientId":"c"}}"#
    }

    private func line(_ action: String, _ milliseconds: String) -> String {
        #"{"replayChatItemAction":{"actions":[\#(action)],"videoOffsetTimeMsec":"\#(milliseconds)"}}"#
    }

    @Test("ROOM-58: yt-dlp's offset is read in replays and in live captures")
    func offsets() throws {
        let text = action("liveChatTextMessageRenderer", #""id":"a","message":{"runs":[{"text":"hi"}]}"#)
        let live =
            #"{"replayChatItemAction":{"actions":[\#(text.replacing("\"a\"", with: "\"b\""))]},"#
            + #""videoOffsetTimeMsec":"12345","isLive":true}"#
        let replay = try replay([line(text, "-2500"), live].joined(separator: "\n"))
        expect(replay.format, is: .youTubeLines)
        expect(replay.messages.map(\.time), is: [.milliseconds(-2500), .milliseconds(12_345)])
        #expect(!replay.hasClockTimes)
    }

    @Test("ROOM-58: emoji become characters or names, links become full addresses, and badges become roles or text")
    func runs() throws {
        let fields = #"""
            "id":"a","timestampUsec":"1600000000123456","authorName":{"simpleText":"Mei"},"authorExternalChannelId":"UC1",
            "authorBadges":[{"liveChatAuthorBadgeRenderer":{"icon":{"iconType":"MODERATOR"},"tooltip":"Moderator"}},
            {"liveChatAuthorBadgeRenderer":{"tooltip":"Member (2 months)","customThumbnail":{}}}],
            "message":{"runs":[{"text":"see "},{"emoji":{"emojiId":"😀","shortcuts":[":grinning:"]}},
            {"emoji":{"emojiId":"UC/x","shortcuts":[":_wave:"],"isCustomEmoji":true}},
            {"text":"https://example.org/a...","navigationEndpoint":{"urlEndpoint":
            {"url":"https://www.youtube.com/redirect?event=live_chat&q=https%3A%2F%2Fexample.org%2Fa%2Fb%3Fc"}}}]}
            """#.replacing("\n", with: "")
        let message = try #require(
            try replay(line(action("liveChatTextMessageRenderer", fields), "1000")).messages.first)
        #expect(message.text == "see 😀:_wave:https://example.org/a/b?c")
        expect(
            message.author, is: ClassUser(id: "UC1", name: "Mei", role: .moderator, badges: ["Member (2 months)"]))
        expect(message.wallTime, is: 1_600_000_000_123)
    }

    @Test("ROOM-58: paid messages, stickers, memberships, pinned and removed messages are read")
    func kinds() throws {
        let lines = [
            line(
                action(
                    "liveChatPaidMessageRenderer",
                    #""id":"p","purchaseAmountText":{"simpleText":"€5.00"},"message":{"runs":[{"text":"well done"}]}"#),
                "1"),
            line(
                action(
                    "liveChatPaidStickerRenderer",
                    #""id":"s","sticker":{"thumbnails":[{"url":"//e.org/s.png"}],"accessibility":{"accessibilityData":{"label":"cat"}}}"#
                ), "2"),
            line(
                action("liveChatMembershipItemRenderer", #""id":"m","headerSubtext":{"runs":[{"text":"Welcome"}]}"#),
                "3"),
            line(
                #"{"addBannerToLiveChatCommand":{"bannerRenderer":{"liveChatBannerRenderer":{"contents":{"liveChatTextMessageRenderer":{"id":"b","message":{"simpleText":"rules"}}}}}}}"#,
                "4"),
            line(#"{"markChatItemAsDeletedAction":{"targetItemId":"p"}}"#, "5"),
            line(#"{"markChatItemsByAuthorAsDeletedAction":{"externalChannelId":"UC9"}}"#, "6"),
            line(#"{"removeBannerForLiveChatCommand":{}}"#, "7"),
            // A ticker repeats a paid message, and a placeholder is not a message.
            line(#"{"addLiveChatTickerItemAction":{"item":{}}}"#, "8"),
            line(action("liveChatPlaceholderItemRenderer", #""id":"x""#), "9"),
            line(action("liveChatSomethingNewRenderer", #""id":"y""#), "10"),
        ]
        let replay = try replay(lines.joined(separator: "\r\n"))
        expect(
            replay.events.map(\.kind.name),
            is: [
                "message", "message", "message", "messagePinned", "messageRemoved", "messagesRemoved", "messagePinned",
            ])
        expect(replay.messages.map(\.kind), is: [.paid, .sticker, .membership])
        expect(replay.messages.map(\.text), is: ["well done", "cat", "Welcome"])
        expect(replay.messages[0].amount, is: "€5.00")
        #expect(replay.messages[1].picture == "https://e.org/s.png")
        expect(replay.events[4].kind, is: .messageRemoved("p"))
        expect(replay.events[6].kind, is: .messagePinned(nil))
        expect(replay.warnings.map(\.problem), is: ["an item of a kind that is not known"])
    }

    @Test("ROOM-58: messages that share one ID are all kept, even with equal text, time and author")
    func commonIDs() throws {
        func comment(_ text: String) -> String {
            "{\"_id\":\"0\",\"content_offset_seconds\":5.0,\"commenter\":{\"_id\":\"u\",\"display_name\":\"Mei\"},"
                + "\"message\":{\"body\":\"\(text)\",\"fragments\":[]}}"
        }
        let texts = ["+1", "+1", "hello", "+1", "hello"]
        let document = "{\"FileInfo\":{},\"comments\":[" + texts.map(comment).joined(separator: ",") + "]}"
        let replay = try ChatReplayReader.read(Array(document.utf8), name: "chat.json")
        let messages = replay.events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
        expect(messages.map(\.text).sorted(), is: texts.sorted())
        expect(Set(messages.map(\.id)).count, is: texts.count)
    }

    @Test("ROOM-58: a repeated message is read once, and a different message with the same ID gets a new one")
    func ids() throws {
        func text(_ words: String) -> String {
            line(action("liveChatTextMessageRenderer", #""id":"a","message":{"simpleText":"\#(words)"}"#), "1000")
        }
        try expect(replay([text("one"), text("one")].joined(separator: "\n")).messages.map(\.id), is: ["a"])
        let others = try replay([text("one"), text("two"), text("three")].joined(separator: "\n"))
        expect(others.messages.map(\.id), is: ["a", "a#2", "a#3"])
    }

    // MARK: Twitch, chat-downloader, Zoom

    @Test("ROOM-58: TwitchDownloader's times start at the downloaded part, wherever the file states it")
    func twitch() throws {
        let comments = #"""
            "comments":[{"_id":"c1","created_at":"2022-01-31T10:20:30.5Z","content_offset_seconds":130.25,"commenter":
            {"display_name":"Mei","_id":"7","name":"mei"},"message":{"body":"hi \"there\"","bits_spent":100,"fragments":
            [{"text":"hi"}],"user_badges":[{"_id":"broadcaster","version":"1"},{"_id":"subscriber","version":"3"}],
            "user_color":"#1E90FF"}},{"_id":"c2","content_offset_seconds":121,"commenter":null,"message":{"body":"",
            "fragments":[{"text":"from "},{"text":"parts"}],"user_notice_params":{"msg_id":"resub"}}},{"_id":"c3"}]
            """#
        let video = #""video":{"title":"Algebra","start":120,"chapters":[]}"#
        let head = #""FileInfo":{"Version":{"Major":1}},"streamer":{"name":"x"}"#
        for parts in [[head, video, comments], [head, comments, video, #""embeddedData":{"firstParty":[[[{}]]]}"#]] {
            let replay = try replay("{" + parts.joined(separator: ",\n") + "}")
            expect(replay.format, is: .twitchDownloader)
            expect(replay.title, is: "Algebra")
            expect(replay.messages.map(\.time), is: [.seconds(1), .milliseconds(10_250)])
            expect(replay.messages.map(\.text), is: ["from parts", "hi \"there\""])
            expect(replay.messages.map(\.kind), is: [.membership, .paid])
            let author = try #require(replay.messages[1].author)
            expect(author.color, is: 0x1E90FF)
            expect(author.role.rawValue, is: "owner")
            expect(author.badges, is: ["subscriber"])
            expect(replay.messages[1].wallTime, is: 1_643_624_430_500)
            expect(replay.warnings.map(\.problem), is: ["a comment without a message or a time"])
        }
    }

    @Test("ROOM-58: chat-downloader's list and its lines yield the same messages", arguments: [true, false])
    func chatDownloader(isList: Bool) throws {
        let items = [
            #"{"message_id":"a","time_in_seconds":-1.5,"message":"early","author":{"id":"u","name":"Li","badges":[{"title":"Moderator"}]}}"#,
            #"{"message_id":"b","time_text":"1:02","message":"thanks","money":{"text":"$2"},"message_type":"paid_message"}"#,
            #"{"message_type":"ticker_paid_message_item","time_in_seconds":62,"message":"thanks"}"#,
            #"{"action_type":"mark_chat_item_as_deleted","target_message_id":"a","time_in_seconds":70}"#,
            #"{"message":"when?"}"#,
        ]
        let replay = try replay(isList ? "[" + items.joined(separator: ",\n") + "]" : items.joined(separator: "\n"))
        expect(replay.format, is: (isList ? .chatDownloader : .chatDownloaderLines))
        expect(replay.messages.map(\.time), is: [.milliseconds(-1500), .seconds(62)])
        expect(replay.messages[0].author?.role, is: .moderator)
        expect(replay.messages[1].amount, is: "$2")
        expect(replay.events.last, is: ClassEvent(.seconds(70), .messageRemoved("a")))
        expect(replay.warnings.map(\.problem), is: ["an item without a time"])
    }

    @Test("ROOM-58: in live captures with calendar times only, the first message is the start")
    func clockTimes() throws {
        let replay = try replay(
            #"[{"timestamp":1600000000000000,"message":"a"},{"timestamp":1600000005500000,"message":"b"}]"#)
        expect(replay.messages.map(\.time), is: [.zero, .milliseconds(5500)])
        #expect(replay.hasClockTimes)
    }

    @Test("ROOM-58: Zoom's list is read")
    func zoom() throws {
        let replay = try replay(
            #"{"status":true,"result":{},"meetingChatList":[{"userName":"Li","time":"00:01:05","content":"hello"}]}"#)
        expect(replay.messages.map(\.time), is: [.seconds(65)])
        expect(replay.messages.first?.author?.name, is: "Li")
    }

    // MARK: Danmaku

    @Test("ROOM-58: danmaku are ordered by time, with their places and colours")
    func danmaku() throws {
        let replay = try replay(
            """
            <?xml version="1.0" encoding="UTF-8"?><i><chatid>1</chatid>
            <d p="20.5,5,25,16711680,1484219280,0,47f24a19,11">top &amp; &lt;red&gt;</d>
            <d p="10,1,25,16777215,1484219280,0,47f24a19,12" user="Mei" uid="7">one/ntwo</d>
            <d p="30,7,25,255,1484219280,0,47f24a19,13">["0.1","0.2","1-1","4.5","placed","0","0"]</d>
            <d p="40,8,25,255,1484219280,2,47f24a19,14">program()</d>
            <sc ts="31" price="30" user="Li">thanks</sc><gift ts="32" user="Li" giftname="rose" giftcount="3"/>
            </i>
            """)
        expect(replay.messages.map(\.id), is: ["d12", "d11", "d13", "sc5"])
        expect(replay.messages.map(\.text), is: ["one\ntwo", "top & <red>", "placed", "thanks"])
        expect(replay.messages.map(\.placement), is: [.scroll, .top, .positioned, nil])
        expect(replay.messages[1].color, is: 0xFF0000)
        expect(replay.messages[0].author, is: ClassUser(id: "7", name: "Mei"))
        expect(replay.messages[0].wallTime, is: 1_484_219_280_000)
        expect(
            replay.events.last,
            is: ClassEvent(
                .seconds(32), .gift(Gift(id: "gift6", from: ClassUser(id: "Li", name: "Li"), name: "rose", count: 3))
            ))
        expect(replay.warnings.map(\.problem), is: ["a comment that is a program (mode 8)"])
    }

    @Test("danmaku of other programs are read with their times, places, colours and brackets")
    func danmakuForms() throws {
        let desktop = try replay(
            """
            <?xml version="2.0"?><i><oid>2</oid><d p="34656410000000001,0,1500,4,25,16711680,1593244049,0,3dbb2ac3">a</d></i>
            """)
        expect(desktop.messages.map(\.time), is: [.milliseconds(1500)])
        expect(desktop.messages.map(\.placement), is: [.bottom])
        expect(desktop.messages.map(\.color), is: [0xFF0000])
        let brackets = try replay(
            """
            <i><d p="1,1,25,255,1,0,h,1">rock & roll</d><d p="2,1,25,255,1,0,h,2"><only a bracket></d>
            <d p="3,1,25,255,1,0,h,3">a < b and c > d</d><d p="4,1,25,255,1,0,h,4">x <b>y</b> <3</d></i>
            """)
        expect(
            brackets.messages.map(\.text),
            is: [
                "rock & roll", "<only a bracket>", "a < b and c > d", "x <b>y</b> <3",
            ])
        expect(brackets.warnings, is: [])
        for text in [
            #"<i><d p="2.00,5,65280,[site]Mei">green</d></i>"#,
            #"{"count":1,"comments":[{"cid":7,"p":"2.00,5,65280,[site]Mei","m":"green"}]}"#,
            #"[{"p":"2.00,5,65280,Mei","m":"green"}]"#,
        ] {
            let message = try #require(try replay(text).messages.first)
            #expect(message.time == .seconds(2) && message.text == "green" && message.placement == .top)
            #expect(message.color == 0x00FF00 && message.author?.name == "Mei")
        }
    }

    @Test(
        "Niconico's comments are read with their times, places and colours in every saved form",
        arguments: [
            """
            <?xml version="1.0"?><packet><thread thread="9" last_res="3"/>
            <chat thread="9" no="1" vpos="150" date="1593244049" mail="184 ue red big" user_id="x">a &amp; b</chat>
            <chat thread="9" no="2" vpos="300" date="1593244050" mail="#0000FF shita">two</chat>
            <chat thread="9" no="3" vpos="450" date="1593244051" deleted="1"/>
            <chat thread="9" no="4" vpos="500" fork="1">@ピザ</chat></packet>
            """,
            """
            {"meta":{"status":200},"data":{"globalComments":[{"id":"9","count":2}],"threads":[
            {"id":"9","fork":"owner","comments":[{"id":"7","no":1,"vposMs":5000,"body":"＠逆 全","commands":[]}]},
            {"id":"9","fork":"main","commentCount":3,"comments":[{"id":"1","no":1,"vposMs":1500,"body":"a & b",
            "commands":["184","ue","red"],"userId":"x","postedAt":"2020-06-27T16:47:29+09:00"},
            {"id":"2","no":2,"vposMs":3000,"body":"two","commands":["#0000ff","shita"]},
            {"id":"3","no":3,"vposMs":4500,"body":"","commands":[]}]}]}}
            """,
            """
            [{"id":"1","vposMs":1500,"body":"a & b","commands":["ue","red"],"postedAt":"2020-06-27T07:47:29Z"},
            {"id":"2","vposMs":3000,"body":"two","commands":["shita","#0000FF"]},{"id":"3","vposMs":1,"commands":[]}]
            """,
            """
            [{"ping":{"content":"rs:0"}},{"thread":{"resultcode":0,"thread":"9"}},
            {"chat":{"thread":"9","no":1,"vpos":150,"date":1593244049,"mail":"184 ue red","content":"a & b"}},
            {"chat":{"thread":"9","no":2,"vpos":300,"mail":"shita #00f","content":"two"}},
            {"chat":{"thread":"9","no":3,"vpos":450,"deleted":1}}]
            """,
            """
            {"packet":[{"chat":{"thread":"9","no":"1","vpos":"150","date":"1593244049","mail":"ue red","content":"a & b"}},
            {"chat":{"thread":"9","no":"2","vpos":"300","mail":"shita #0000FF","content":"two"}}]}
            """,
        ])
    func niconico(text: String) throws {
        let replay = try replay(text)
        expect(replay.messages.map(\.time), is: [.milliseconds(1500), .seconds(3)])
        expect(replay.messages.map(\.text), is: ["a & b", "two"])
        expect(replay.messages.map(\.placement), is: [.top, .bottom])
        expect(replay.messages.map(\.color), is: [0xFF0000, 0x0000FF])
        expect(replay.messages.first?.wallTime, is: 1_593_244_049_000)
        #expect(replay.messages.allSatisfy { $0.author == nil })
    }

    @Test("ROOM-58: a malformed element affects only itself")
    func brokenDanmaku() throws {
        let replay = try replay(
            """
            <i><d p="1,1,25,0,0,0,h,1">a</d>
            <d p="2,1,25,0,0,0,h,2>b</d>
            <d p="3,1,25,0,0,0,h,3">c
            <d p="x,1,25,0,0,0,h,4">d</d>
            <d p="5,1,25,0,0,0,h,5">e\u{8}</d>
            <d p="6,1,25,0,0,0,h,6">f
            """)
        expect(
            replay.messages.map { $0.text.split(separator: "\n").first.map(String.init) },
            is: ["a", "c", "e\u{8}", "f"])
        expect(replay.warnings.map(\.line), is: [2, 3, 4, 6])
    }

    // MARK: Text

    @Test(
        "ROOM-58: lines of text are read as each tool writes them",
        arguments: [
            ("[0:12:34] Mei: hello: you", 754, "Mei", "hello: you"),
            ("0:12:34 | (Moderator, Verified) Mei: hello", 754, "Mei", "hello"),
            ("00:12:34\tMei:\thello", 754, "Mei", "hello"),
            ("0:12:34.5 hello everyone", 754, nil, "hello everyone"),
            ("12:34 https://example.org/a: b", 754, nil, "https://example.org/a: b"),
        ])
    func text(line: String, seconds: Int, name: String?, text: String) throws {
        let replay = try replay("[0:00:01] Li: first\n\(line)\n  second line\n\n")
        let message = try #require(replay.messages.last)
        expect(replay.format, is: .text)
        expect(message.time.wholeSeconds, is: Int64(seconds))
        expect(message.author?.name, is: name)
        expect(message.text, is: text + "\nsecond line")
        #expect(!replay.hasClockTimes)
    }

    @Test("ROOM-58: clock times count from the first line, even past midnight, or from the viewer's start")
    func clocks() throws {
        let zoom =
            "23:59:50\tFrom  Mei  to  Everyone :\n\thello\n\tyou\n00:00:10\t From Li to Mei(Direct Message):\n\tyes\n"
        let replay = try replay(zoom)
        #expect(replay.hasClockTimes)
        expect(replay.messages.map(\.time), is: [.zero, .seconds(20)])
        expect(replay.messages.map(\.text), is: ["hello\nyou", "yes"])
        expect(replay.messages.map(\.author?.name), is: ["Mei", "Li"])
        let placed = try ClassesTests.replay(zoom, clockStart: .seconds(23 * 3600))
        expect(placed.messages.map(\.time), is: [.seconds(3590), .seconds(3610)])
        #expect(!placed.hasClockTimes)
        let saved = try ClassesTests.replay("[14:05] Mei : one\n[14:07] Li : two\n")
        expect(saved.messages.map(\.time), is: [.zero, .seconds(120)])
    }

    @Test("ROOM-58: the viewer's offset moves all messages and events")
    func shifted() throws {
        let replay = try replay("[0:00:10] Mei: a\n").shifted(by: .seconds(-4))
        expect(replay.events.map(\.time), is: [.seconds(6)])
        expect(replay.messages.map(\.time), is: [.seconds(6)])
    }

    @Test(
        "ROOM-58: a file that is no chat is refused",
        arguments: [
            "", "hello", "<html><body><d >x</d></body></html>", "<img src=a>", "{}", "[]x", "{\"a\":1}", "[1,2,3]",
            "\u{0}\u{1}\u{2}", "1\n00:00:01,000 --> 00:00:02,000\nsubtitle\n",
        ])
    func refused(text: String) throws {
        #expect(throws: ClassReadError(.invalidPlayInfo, "unknown chat format", in: "chat")) {
            try replay(text)
        }
    }
}
