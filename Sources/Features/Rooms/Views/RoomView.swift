package import PlayCore

/// What there is of a class, or of a recorded chat, at the position of the playback: what the panes show. A value.
package struct RoomView: Sendable, Equatable {
    /// Another one whenever anything differs; 0: no class is attended.
    package var number = 0
    package var snapshot = RoomSnapshot(phase: .created)
    /// A chat beside a video, and nothing else.
    package var isChatOnly = false
    /// Path or address, for messages; unverified.
    package var location = ""
    /// It is a path, and not a server's.
    package var isOnThisMachine = false
    /// The same as it was named: perhaps with secrets, and never shown.
    package var reference = ""
    /// The room's times come so much later than those of the video.
    package var offset = MediaTime.zero
    package var chat = ChatWindow()
    /// Comments that fly over the picture, in the order of their times; empty: nobody has asked for them.
    package var flying: [ChatMessage] = []
    package var slide: SlideView?
    /// What the clock shows; nil: there is none.
    package var timer: TimerView?
    /// One falls and can be opened.
    package var hasRedPacket = false
    /// The award that is given now, over everything; nil: none is.
    package var award: AwardView?
    package var about: RoomAbout?
    /// In the order in which they are shown.
    package var people: [UsersArea.Entry] = []
    package var questions: [Question] = []
    package var parts = RoomParts()
    /// Nil: there is no second video now.
    package var companion: CompanionView?
    /// Who is to be seen now, in the order of the strip.
    package var thumbnails: [ThumbnailView] = []
    /// Ids of people whose own video there is.
    package var usersWithVideo: Set<String> = []
    package var marks: [CuePoint] = []
    /// Of a class that is live; nil: what is seen happens now.
    package var delay: LiveDelay?
    /// What one can go to.
    package var moments: RoomMoments?
    /// Of them the one of now; nil: none yet.
    package var momentIndex: Int?

    package init() {}

    /// Compared by their numbers alone: lists may be long, and this is asked for each frame.
    package static func == (a: RoomView, b: RoomView) -> Bool { a.number == b.number }
}

/// How far a viewer is behind a class that is live. A value.
package enum LiveDelay: Sendable, Equatable {
    /// It stands still since then.
    case paused(seconds: Int)
    /// Its recording is watched.
    case behind(seconds: Int)

    package var isPaused: Bool { if case .paused = self { true } else { false } }
}

/// What is known of the class that is attended. A value; its texts are unverified.
package struct RoomAbout: Sendable, Equatable {
    package var playbackID: String
    /// −1 clipped, 0 as recorded.
    package var version: Int
    package var recordType: RecordType?
    /// Seconds since 1970; nil: for ever.
    package var validUntil: Int64?
    /// Bytes of its files; nil: it is on a server.
    package var size: Int64?
    package var isLocal: Bool
    /// The class had few people, who could all be seen and heard.
    package var isSmall: Bool
    /// As the service names its kind.
    package var roomType: String?

    package init(_ room: LoadedRoom, size: Int64?) {
        playbackID = room.info.playbackID
        version = room.info.clippedVersion
        recordType = room.info.recordType
        validUntil = room.info.invalidTime
        isLocal = room.isLocal
        isSmall = room.info.isInteractiveClass || room.info.isInteractiveClass1v1SignalingRecord
        roomType = room.info.roomType
        self.size = size
    }
}

/// What a screen asks of the class.
package enum RoomOrder: Sendable, Equatable {
    /// Enters the class at a path or an address; one that is attended is left.
    case attend(String)
    /// A picture of the chat, large in the pane of the slides; nil: the slide again.
    case showPicture(String?)
    /// The class is over for the viewer: what plays from now on is none of it.
    case leave
    case showChat(ChatWish)
    /// A participant's own video; nil: none.
    case showVideo(of: String?)
    /// Of a class that is live: opens somebody's video, or closes it.
    case toggleVideo(of: String)
    /// Of a class that is live: the larger or smaller pictures that somebody sends.
    case changeDefinition(of: String)
    /// Of a class that is live: what is received goes over to it at once.
    case receive(by: LiveLink)
    /// Whose small videos are to be seen, by the places where they are shown.
    case showThumbnails(ThumbnailSlots)
    case reload
    /// From the recording of a class that is live, or from where it was paused, to what happens now.
    case returnToLive
    /// The chat comes so much later than now.
    case moveChat(MediaTime)
    case openRedPacket
    /// The chat beside the video, one of ``ChatFiles``; nil: none.
    case showChatFile(String?)
    /// Says once more how long the timer has to run.
    case callTimer
    /// Printable ASCII.
    case openLink(String)
}
