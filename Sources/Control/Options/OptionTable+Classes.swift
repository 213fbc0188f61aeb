import PlayCore

extension OptionTable {
    static let rooms = [
        OptionSpec(
            "chat-file", ValueParser.path.optional.or("no", nil, isListed: false), in: .rooms,
            summary: trMark(
                "Show this recorded chat beside the video. Formats: live chats of yt-dlp and "
                    + "chat-downloader, TwitchDownloader, comments of Bilibili, AcFun and Niconico, and text "
                    + "lines that begin with a time.")
        ) { $0.chatFile = $1 },
        OptionSpec(
            "chat-offset", ValueParser<MediaTime>.time(-.seconds(360_000) ... .seconds(360_000)).optional,
            in: .rooms,
            summary: trMark("Delay the chat; negative values show it earlier. Saved per video.")
        ) { $0.chatOffset = $1 },
        OptionSpec(
            "danmaku", .flag, default: "no", in: .rooms, .wholeRun,
            summary: trMark("Let the comments of the chat fly over the picture (g-f).")
        ) { $0.rooms.danmaku.isOn = $1 },
        OptionSpec(
            "danmaku-density", .integer(1...100), default: "50", in: .rooms, .wholeRun,
            summary: trMark("Rows of the picture that flying comments may use, in per cent.")
        ) { $0.rooms.danmaku.density = $1 },
        OptionSpec(
            "danmaku-opacity", .integer(0...100), default: "100", in: .rooms, .wholeRun,
            summary: trMark("Opacity of flying comments, in per cent; below 50 they are half as bright.")
        ) { $0.rooms.danmaku.opacity = $1 },
        OptionSpec(
            "room-version", .integer(-1...1000), default: "-1", in: .rooms,
            summary: trMark("Version of a recorded class: -1 the latest cut, 0 the original recording.")
        ) { $0.rooms.version = $1 },
        OptionSpec(
            "room-group", .integer(-1...1_000_000), default: "-1", in: .rooms,
            summary: trMark("Group whose chat is shown: -1 all groups, 0 teachers only, N teachers and group N.")
        ) { $0.rooms.group = $1 },
        OptionSpec(
            "animate-slides", .flag, default: "no", in: .rooms,
            summary: trMark("Show the steps of animated slides in classes that are streamed.")
        ) { $0.rooms.animatesSlides = $1 },
        OptionSpec(
            "announce-users", .flag, default: "no", in: .rooms,
            summary: trMark("Show in the chat of a class who joins and leaves.")
        ) { $0.rooms.announcesUsers = $1 },
        OptionSpec(
            "room-hide-users", .flag, default: "no", in: .rooms,
            summary: trMark("Hide the list of people of a class, also where the class shows it.")
        ) { $0.rooms.hidesUsers = $1 },
        OptionSpec(
            "live-autoplay", .choice(LiveAutoplayWish.self), default: "teacher", in: .rooms, .wholeRun,
            summary: trMark("Whose video opens by itself in a live class.")
        ) { $0.rooms.liveAutoplay = $1 },
        OptionSpec(
            "live-link", .choice(LiveLinkWish.self), default: "udp", in: .rooms, .wholeRun,
            summary: trMark(
                "Receive sound and pictures of live classes over UDP (WebRTC) or TCP (RTMP). Where UDP does not get "
                    + "through, TCP takes its place.")
        ) { $0.rooms.liveLink = $1 },
        OptionSpec(
            "live-send-link", .choice(LiveLinkWish.self), default: "udp", in: .rooms, .wholeRun,
            summary: trMark(
                "Send your sound and pictures over UDP as well as TCP, or over TCP alone, which halves what is sent.")
        ) { $0.rooms.liveSendLink = $1 },
        OptionSpec(
            "microphone", .text, default: "alsa:default", in: .rooms, .wholeRun,
            summary: trMark(
                "Microphone for live classes (M): alsa:NAME or pulse:NAME; file:PATH or lavfi:GRAPH in place of a "
                    + "device. g-M lists the devices.")
        ) { $0.rooms.microphone = $1 },
        OptionSpec(
            "camera", .text, default: "/dev/video0", in: .rooms, .wholeRun,
            summary: trMark(
                "Camera for live classes (g-V): /dev/videoN; screen, file:PATH or lavfi:GRAPH in place of a device.")
        ) { $0.rooms.camera = $1 },
        OptionSpec(
            "background-microphone", .flag, default: "no", in: .rooms, .wholeRun,
            summary: trMark(
                "Keep your microphone on in a live class while the screen is out of sight (needs --background-audio).")
        ) { $0.rooms.sendsInBackground = $1 },
        OptionSpec(
            "link-command", .program, default: "xdg-open", in: .rooms, .wholeRun,
            summary: trMark(
                "Open links with this program; the address is its last argument. Runs without a "
                    + "shell.")
        ) { $0.rooms.linkCommand = $1 },
        OptionSpec(
            "broadcast-command", .program, in: .rooms, .wholeRun,
            summary: trMark(
                "Run this program for each broadcast of a class, with the event as a JSON line on "
                    + "standard input. Runs without a shell.")
        ) { $0.rooms.broadcastCommand = $1 },
    ]
}
