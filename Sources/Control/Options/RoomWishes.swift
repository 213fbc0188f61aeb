/// What the command line says about classes. A value.
package struct RoomWishes: Sendable, Equatable {
    package var version = -1
    package var group = -1
    package var animatesSlides = false
    package var announcesUsers = false
    package var hidesUsers = false
    package var danmaku = DanmakuWishes()
    /// Of a class that is live: whose video opens by itself.
    package var liveAutoplay = LiveAutoplayWish.teacher
    /// By what a class that is live is received, and what is sent to it.
    package var liveLink = LiveLinkWish.udp
    package var liveSendLink = LiveLinkWish.udp
    /// What is sent to a class that is live, as the user wrote it.
    package var microphone = "alsa:default"
    package var camera = "/dev/video0"
    /// The microphone stays open while nobody sees the program.
    package var sendsInBackground = false
    /// Program and arguments, with blanks between; the address follows.
    package var linkCommand = "xdg-open"
    /// Program and arguments, with blanks between; nil: none.
    package var broadcastCommand: String?

    package init() {}
}

/// Whose video opens by itself in a live class. A value.
package enum LiveAutoplayWish: String, Sendable, CaseIterable {
    case none, teacher, all
}

/// By what sound and pictures of a live class travel. A value.
package enum LiveLinkWish: String, Sendable, CaseIterable {
    case udp, tcp
}

/// What the command line says about comments that fly over the picture. A value.
package struct DanmakuWishes: Sendable, Equatable {
    package var isOn = false
    /// Per cent of the picture's rows.
    package var density = 50
    /// Per cent.
    package var opacity = 100

    package init() {}
}
