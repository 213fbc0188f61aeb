import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import ClassImport

/// Recorded chats and classes of other programs: random input is read within bounds or refused.
@Suite(.serialized)
struct ImportFuzzTests {
    private static let chats = [
        #"<?xml version="1.0"?><i><d p="1.0,1,25,16777215,1600000000,0,abc,1">a &lt; b</d><d p="2,4,25,255">rock & roll</d><sc p="3" price="5">x</sc></i>"#,
        #"<i><d p="978471664,0,1500,1,25,16777215,0,0,u">client</d></i>"#,
        #"{"count":1,"comments":[{"cid":1,"p":"1.00,1,16711680,u","m":"red"}]}"#,
        #"<packet><thread thread="1"/><chat thread="1" no="1" vpos="100" date="1600000000" mail="shita red 184">n</chat></packet>"#,
        #"[{"c":"1.2,16711680,1,25,u,1500000000","m":"acfun"}]"#,
        #"{"data":{"threads":[{"comments":[{"vposMs":1500,"body":"w","commands":["red"],"postedAt":"2024-01-01T00:00:00Z"}]}]}}"#,
        ##"{"comments":[{"_id":"a","content_offset_seconds":1.5,"commenter":{"display_name":"n"},"message":{"body":"Kappa","fragments":[{"text":"Kappa","emoticon":{"emoticon_id":"1"}}],"user_color":"#FF0000"}}]}"##,
        #"[{"message":"a","time_in_seconds":1.5,"author":{"name":"n"},"message_id":"1"},{"time_in_seconds":2,"message":"b"}]"#,
        "[0:00:01] Mei: hello\n[0:00:02] <Lee> hi\n00:03 Ann joined\n12:30:05 Bob: x\n",
        #"{"videoOffsetTimeMsec":"1000","replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"liveChatTextMessageRenderer":{"id":"a","timestampUsec":"1","authorName":{"simpleText":"n"},"message":{"runs":[{"text":"x"},{"emoji":{"shortcuts":[":y:"]}}]}}}}}]}}"#,
    ]

    @Test("mutated chats of every format are read in order within bounds, or refused")
    func chats() {
        ReaderFuzz.run("ChatReplayReader", 1500, of: Self.chats.map { Array($0.utf8) + [0x0A] }) { bytes in
            var reader = ChatReplayReader(name: "chat")
            do throws(ClassReadError) {
                try reader.feed(Array(bytes.prefix(bytes.count / 2)))
                try reader.feed(Array(bytes.dropFirst(bytes.count / 2)))
                let replay = try reader.finish()
                #expect(replay.events.allSatisfy { abs($0.time.inSeconds) <= 200 * 86400 })
                #expect(zip(replay.events, replay.events.dropFirst()).allSatisfy { $0.time <= $1.time })
                return !replay.events.isEmpty
            } catch {
                return false
            }
        }
    }

    @Test("mutated events of a BigBlueButton class are read or refused")
    func raw() throws {
        let seed = """
            <?xml version="1.0"?><recording meeting_id="m-1778324666589" bbb_version="3.0.4"><meeting id="m" name="Algebra"/>
            <event timestamp="1" module="PARTICIPANT" eventname="ParticipantJoinEvent"><timestampUTC>1778324666589</timestampUTC><userId>w_a</userId><name>Ann</name><role>MODERATOR</role></event>
            <event timestamp="5" module="PRESENTATION" eventname="SharePresentationEvent"><presentationName>p</presentationName></event>
            <event timestamp="6" module="PRESENTATION" eventname="GotoSlideEvent"><slide>0</slide><presentationName>p</presentationName></event>
            <event timestamp="7" module="WHITEBOARD" eventname="AddShapeEvent"><id>s</id><type>pencil</type><dataPoints>1,2,3,4</dataPoints><pageNumber>0</pageNumber><presentation>p</presentation></event>
            <event timestamp="8" module="CHAT" eventname="PublicChatEvent"><id>c</id><senderId>w_a</senderId><message><![CDATA[hi &amp; <b>x</b>]]></message></event>
            <event timestamp="9" module="CHAT" eventname="EditPublicChatMessageRecordEvent"><messageId>c</messageId><message>ho</message></event>
            <event timestamp="9" module="CHAT" eventname="SendPublicChatMessageReactionRecordEvent"><messageId>c</messageId><reactionEmoji>+1</reactionEmoji></event>
            <event timestamp="10" module="POLL" eventname="PollStartedRecordEvent"><pollId>q</pollId><answers>[{"id":0,"key":"A"}]</answers></event>
            <event timestamp="99" module="PARTICIPANT" eventname="EndAndKickAllEvent"/></recording>
            """
        ReaderFuzz.run("RawRecording", 150, of: [Array(seed.utf8)]) {
            (try? BigBlueButton.read(MemoryRecording(events: $0).reading).contents.events.isEmpty) == false
        }
    }

    @Test("each mutated file of a published class is read or left out")
    func published() throws {
        let files = PublishedRecordingTests.files
        for name in files.keys.sorted() {
            ReaderFuzz.run("PublishedRecording \(name)", 20, of: [Array((files[name] ?? "").utf8)]) { bytes in
                var recording = MemoryRecording(files)
                recording.files[name] = bytes
                return (try? BigBlueButton.read(recording.reading)) != nil
            }
        }
    }

    @Test("mutated SVG paths have a bounded number of points")
    func paths() {
        let seeds = ["M0,0 L1.5-2e3 C1 2 3 4 5 6z", "m1 1 h5 v-3 q1 2 3 4 t5 5 a5 5 0 0 1 9 9 s1 2 3 4", "M.5.5.5.5"]
        ReaderFuzz.run("SVGPath", 3000, of: seeds.map { Array($0.utf8) }) {
            let points = SVGPath.points(String(decoding: $0, as: UTF8.self))
            #expect(points.count <= SVGShape.pointLimit + 16)
            return !points.isEmpty
        }
    }
}
