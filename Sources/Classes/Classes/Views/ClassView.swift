package import PlayCore

/// The state of a class, or of a recorded chat, at the position of playback, as the panes show it.
package struct ClassView: Sendable, Equatable {
    /// A number that changes whenever anything differs; 0 if the viewer attends no class.
    package var number = 0
    package var snapshot = ClassSnapshot(phase: .created)
    package var isChatOnly = false
    /// A path or address for messages; unverified.
    package var location = ""
    package var isOnThisMachine = false
    /// The location as given, perhaps with secrets. Never shown.
    package var reference = ""
    /// The time to add to times of the class to get those of the video.
    package var offset = MediaTime.zero
    package var chat = ChatWindow()
    /// The comments that fly over the picture, in the order of their times; empty unless the viewer requested them.
    package var flying: [ChatMessage] = []
    package var slide: SlideView?
    package var timer: TimerView?
    package var hasRedPacket = false
    package var award: AwardView?
    package var about: ClassAbout?
    /// The people in the order in which they are shown.
    package var people: [UsersArea.Entry] = []
    package var questions: [Question] = []
    package var parts = ClassParts()
    package var companion: CompanionView?
    /// The people who are visible now, in the order of the strip.
    package var thumbnails: [ThumbnailView] = []
    package var usersWithVideo: Set<String> = []
    package var marks: [CuePoint] = []
    /// The delay behind a live class, or `nil` if the viewer sees it live.
    package var delay: LiveDelay?
    package var moments: ClassMoments?
    package var momentIndex: Int?

    package init() {}

    /// Compares the numbers alone: lists may be long, and each frame compares.
    package static func == (a: ClassView, b: ClassView) -> Bool { a.number == b.number }
}

package enum LiveDelay: Sendable, Equatable {
    /// Playback has been paused for this long.
    case paused(seconds: Int)
    /// The viewer watches the recording, this far behind.
    case behind(seconds: Int)

    package var isPaused: Bool { if case .paused = self { true } else { false } }
}

/// The facts about the attended class. The texts are unverified.
package struct ClassAbout: Sendable, Equatable {
    package var playbackID: String
    /// −1: clipped, 0: as recorded.
    package var version: Int
    package var recordType: RecordType?
    /// The end of validity in seconds since 1970, or `nil` if it never ends.
    package var validUntil: Int64?
    /// The size of its files in bytes, or `nil` if it is on a server.
    package var size: Int64?
    package var isLocal: Bool
    /// Whether the class had few people, all of whom could be seen and heard.
    package var isSmall: Bool
    /// The service's name for the kind of class.
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

/// A command of the screen to the class.
package enum ClassOrder: Sendable, Equatable {
    /// Enters the class at a path or an address, and leaves the current one.
    case attend(String)
    /// Shows a picture of the chat in the pane of the slides; `nil` shows the slide again.
    case showPicture(String?)
    /// Leaves the class; later items do not belong to it.
    case leave
    case showChat(ChatWish)
    case showVideo(of: String?)
    case toggleVideo(of: String)
    /// Switches between the larger and smaller pictures of a participant in a live class.
    case changeDefinition(of: String)
    case receive(by: LiveLink)
    case showThumbnails(ThumbnailSlots)
    case reload
    /// Returns from the recording of a live class, or from a pause, to the live position.
    case returnToLive
    /// Moves the chat later by this time, relative to its present place; a negative time moves it earlier.
    case moveChat(MediaTime)
    case openRedPacket
    case showChatFile(String?)
    /// Shows the timer's remaining time again.
    case callTimer
    /// Opens an address. Printable ASCII.
    case openLink(String)
}
