import Localization
import PlayCore

extension OptionTable {
    static let rooms = [
        OptionSpec(
            "chat-file", ValueParser.path.optional.or("no", nil, isListed: false), in: .rooms,
            summary: trMark(
                "Show this recorded chat beside the video. Understood are live chats of yt-dlp and chat-downloader, "
                    + "TwitchDownloader's, Bilibili's and AcFun's comments, and lines that begin with a time.")
        ) { $0.chatFile = $1 },
        OptionSpec(
            "chat-offset", ValueParser<MediaTime>.time(-.seconds(360_000) ... .seconds(360_000)).optional,
            in: .rooms,
            summary: trMark("Show the chat this much later. Negative: earlier. It is remembered for the video.")
        ) { $0.chatOffset = $1 },
        OptionSpec(
            "room-version", .integer(-1...1000), default: "-1", in: .rooms,
            summary: trMark("Which version of a recorded class: -1 the one that was cut last, 0 as it was recorded.")
        ) { $0.rooms.version = $1 },
        OptionSpec(
            "room-group", .integer(-1...1_000_000), default: "-1", in: .rooms,
            summary: trMark("The group whose chat is shown: -1 all, 0 those who teach, else the group and those.")
        ) { $0.rooms.group = $1 },
        OptionSpec(
            "animate-slides", .flag, default: "no", in: .rooms,
            summary: trMark("Show the steps of animated slides, in classes that are read over the network.")
        ) { $0.rooms.animatesSlides = $1 },
        OptionSpec(
            "announce-users", .flag, default: "no", in: .rooms,
            summary: trMark("Say in the chat of a class who comes and who leaves.")
        ) { $0.rooms.announcesUsers = $1 },
        OptionSpec(
            "link-command", .text, default: "xdg-open", in: .rooms, .wholeRun,
            summary: trMark("Open links with this program; its last argument is the address. No shell is involved.")
        ) { $0.rooms.linkCommand = $1 },
        OptionSpec(
            "broadcast-command", .text, in: .rooms, .wholeRun,
            summary: trMark(
                "Run this program for each broadcast of a class: it reads the event as a line of JSON from its standard "
                    + "input. No shell is involved.")
        ) { $0.rooms.broadcastCommand = $1 },
    ]
}
