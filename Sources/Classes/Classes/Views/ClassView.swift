package import PlayCore

/// The state of a class, or of a recorded chat, at the position of playback, as the panes show it.
package struct ClassView: Sendable, Equatable {
    /// Changes with every difference; 0 if the viewer attends no class.
    package var number = 0
    package var snapshot = ClassSnapshot(phase: .created)
    package var isChatOnly = false
    /// The path or address for messages; unverified.
    package var location = ""
    package var isOnThisMachine = false
    /// The location as given, which may contain secrets. Never shown.
    package var reference = ""
    /// From times of the class to those of the video.
    package var offset = MediaTime.zero
    package var chat = ChatWindow()
    /// Sorted by time; empty unless the viewer requested them.
    package var flying: [ChatMessage] = []
    package var slide: SlideView?
    package var timer: TimerView?
    package var hasRedPacket = false
    package var award: AwardView?
    package var about: ClassAbout?
    package var people: [UsersArea.Entry] = []
    package var questions: [Question] = []
    package var parts = ClassParts()
    package var companion: CompanionView?
    /// In the order of the strip.
    package var thumbnails: [ThumbnailView] = []
    package var usersWithVideo: Set<String> = []
    package var marks: [CuePoint] = []
    package var delay: LiveDelay?
    package var moments: ClassMoments?
    package var momentIndex: Int?

    package init() {}

    /// Compares only the numbers, because each frame compares and lists may be long.
    package static func == (a: ClassView, b: ClassView) -> Bool { a.number == b.number }
}

package enum LiveDelay: Sendable, Equatable {
    case paused(seconds: Int)
    case behind(seconds: Int)

    package var isPaused: Bool { if case .paused = self { true } else { false } }
}

package struct ClassAbout: Sendable, Equatable {
    package var playbackID: String
    package var version: Int
    package var recordType: RecordType?
    /// In seconds since 1970; `nil` for no limit.
    package var validUntil: Int64?
    /// In bytes; `nil` for a class on a server.
    package var size: Int64?
    package var isLocal: Bool
    /// Whether the class had few people, all of whom could be seen and heard.
    package var isSmall: Bool
    package var roomType: String?

    package init(_ room: LoadedClass, size: Int64?) {
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

package enum ClassOrder: Sendable, Equatable {
    /// Enters the class at a path or an address, and leaves the current one.
    case attend(String)
    /// In the pane of the slides; `nil` shows the slide again.
    case showPicture(String?)
    /// Later items do not belong to the class.
    case leave
    case showChat(ChatWish)
    case showVideo(of: String?)
    case toggleVideo(of: String)
    /// Switches between the larger and smaller pictures of a participant in a live class.
    case changeDefinition(of: String)
    case receive(by: LiveLink)
    case showThumbnails(ThumbnailSlots)
    case reload
    case returnToLive
    /// Adds to the present delay. A negative time advances the chat.
    case moveChat(MediaTime)
    case openRedPacket
    case showChatFile(String?)
    case callTimer
    /// An address in printable ASCII.
    case openLink(String)
}
