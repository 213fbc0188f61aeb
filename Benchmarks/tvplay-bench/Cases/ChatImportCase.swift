import ClassImport
import Classes
import PlayCore

/// The speed of reading chat replays, which a viewer of a long video waits for.
enum ChatImportCase {
    static let all = [
        BenchCase(
            "chat-import", "a chat replay of yt-dlp, 100 MB, and one of TwitchDownloader, read in pieces of 64 kB"
        ) { _ in
            try figures("live_chat", lines) + figures("twitch", twitch)
        }
    ]

    private static let pieceSize = 64 << 10
    private static let size = 100 << 20

    private static func figures(_ subject: String, _ parts: () -> [[UInt8]]) throws -> [Figure] {
        let pieces = parts()
        let bytes = pieces.reduce(0) { $0 + $1.count }
        var count = 0
        let cost = try CPUClock.measure {
            var reader = ChatReplayReader(name: "chat")
            for piece in pieces { try reader.feed(piece) }
            let replay = try reader.finish()
            if let warning = replay.warnings.first { throw BenchError(warning.problem) }
            count = replay.events.count
        }
        return [
            Figure(
                subject: subject, name: "read", unit: "MB/s of CPU time",
                value: Double(bytes) * 1e3 / Double(cost.nanoseconds)),
            Figure(subject: subject, name: "messages", unit: "", value: Double(count)),
        ]
    }

    /// Returns messages with the buttons and pictures of real ones: 1.9 kB each.
    private static func lines() -> [[UInt8]] {
        pieces { number in
            #"{"clickTrackingParams":"CAEQl98BIhMI7p3r","replayChatItemAction":{"actions":[{"clickTrackingParams":"CAEQl98BIhMI7p3r","addChatItemAction":{"item":{"liveChatTextMessageRenderer":{"message":{"runs":[{"text":"message \#(number), said in class "},{"emoji":{"emojiId":"😀","shortcuts":[":grinning:"],"image":{"thumbnails":[{"url":"https://fonts.gstatic.com/s/e/notoemoji/15.0/1f600/72.png"}],"accessibility":{"accessibilityData":{"label":"😀"}}}}}]},"authorName":{"simpleText":"viewer \#(number % 700)"},"authorPhoto":{"thumbnails":[{"url":"https://yt4.ggpht.com/\#(String(repeating: "x", count: 90))=s32-c-k-c0x00ffffff-no-rj","width":32,"height":32},{"url":"https://yt4.ggpht.com/\#(String(repeating: "x", count: 90))=s64-c-k-c0x00ffffff-no-rj","width":64,"height":64}]},"contextMenuEndpoint":{"clickTrackingParams":"CAEQl98BIhMI7p3r","commandMetadata":{"webCommandMetadata":{"ignoreNavigation":true}},"liveChatItemContextMenuEndpoint":{"params":"\#(String(repeating: "Q2g0S0hBb2", count: 24))"}},"id":"ChwKGkNPbU\#(number)","timestampUsec":"\#(1_600_000_000_000_000 + number * 50_000)","authorBadges":[{"liveChatAuthorBadgeRenderer":{"customThumbnail":{"thumbnails":[{"url":"https://yt3.ggpht.com/\#(String(repeating: "y", count: 60))=s16-c-k"}]},"tooltip":"Member (2 months)","accessibility":{"accessibilityData":{"label":"Member (2 months)"}}}}],"authorExternalChannelId":"UC\#(number % 700)","contextMenuAccessibility":{"accessibilityData":{"label":"Chat actions"}},"timestampText":{"simpleText":"1:02:03"},"trackingParams":"CAEQl98BIhMI7p3r"}},"clientId":"CJv\#(number)"}}],"videoOffsetTimeMsec":"\#(number * 50)"}}"#
                + "\n"
        }
    }

    private static func twitch() -> [[UInt8]] {
        let head = Array(
            #"{"FileInfo":{"Version":{"Major":1,"Minor":4}},"video":{"title":"t","start":0},"comments":["#.utf8)
        let comments = pieces { number in
            (number > 0 ? "," : "")
                + #"{"_id":"c\#(number)","created_at":"2022-01-31T10:20:30Z","channel_id":"1","content_type":"video","content_offset_seconds":\#(number / 10),"commenter":{"display_name":"viewer","_id":"\#(number % 700)","name":"viewer","bio":null,"logo":"https://static-cdn.jtvnw.net/jtv_user_pictures/\#(String(repeating: "x", count: 60)).png"},"message":{"body":"message \#(number)","bits_spent":0,"fragments":[{"text":"message \#(number)","emoticon":null}],"user_badges":[],"user_color":null,"user_notice_params":{"msg_id":null},"emoticons":[]}}"#
        }
        return [head] + comments + [Array("]}".utf8)]
    }

    private static func pieces(_ record: (Int) -> String) -> [[UInt8]] {
        var (pieces, piece, total, number) = ([[UInt8]](), [UInt8](), 0, 0)
        while total < size {
            let bytes = Array(record(number).utf8)
            number += 1
            total += bytes.count
            piece += bytes
            if piece.count >= pieceSize {
                pieces.append(piece)
                piece = []
            }
        }
        return pieces + [piece]
    }
}
