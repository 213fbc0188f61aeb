package struct ClassWishes: Sendable, Equatable {
    package var version = -1
    package var group = -1
    package var animatesSlides = false
    package var announcesUsers = false
    package var hidesUsers = false
    package var danmaku = DanmakuWishes()
    package var liveAutoplay = LiveAutoplayWish.teacher
    package var liveLink = LiveLinkWish.udp
    package var liveSendLink = LiveLinkWish.udp
    /// As the user wrote it.
    package var microphone = "alsa:default"
    package var camera = "/dev/video0"
    package var sendsInBackground = false
    /// A program and its arguments, separated by blanks. The address follows.
    package var linkCommand = "xdg-open"
    /// A program and its arguments, separated by blanks, or `nil` for none.
    package var broadcastCommand: String?

    package init() {}
}

package enum LiveAutoplayWish: String, Sendable, CaseIterable {
    case none, teacher, all
}

package enum LiveLinkWish: String, Sendable, CaseIterable {
    case udp, tcp
}

package struct DanmakuWishes: Sendable, Equatable {
    package var isOn = false
    /// Per cent of the picture's rows.
    package var density = 50
    /// Per cent.
    package var opacity = 100

    package init() {}
}
