package import Cells
package import PlayCore
package import PlaybackModel
package import Rooms

/// What there is of a class, or of a recorded chat, at the position of the playback: what the panes show. A value.
package struct RoomFacts: Sendable, Equatable {
    /// Another one whenever anything differs; 0: there is no room.
    package var number = 0
    package var snapshot = RoomSnapshot(phase: .created)
    /// A chat beside a video, and nothing else.
    package var isChatOnly = false
    /// Path or address, for messages; unverified.
    package var location = ""
    /// The same as it was named: perhaps with secrets, and never shown.
    package var reference = ""
    /// The room's times come so much later than those of the video.
    package var offset = MediaTime.zero
    package var chat = ChatWindow()
    package var slide: SlideFacts?
    /// ROOM-56: what the clock shows, in whole seconds; nil: there is none.
    package var timerSeconds: Int?
    /// ROOM-55: one falls and can be opened.
    package var hasRedPacket = false
    /// ROOM-61: the award that is given now, over everything; nil: none is.
    package var award: AwardFacts?
    /// ROOM-17.
    package var about: RoomAbout?
    /// In the order in which they are shown.
    package var people: [UsersArea.Entry] = []
    package var questions: [Question] = []
    /// ROOM-04, ROOM-05.
    package var parts = RoomParts()
    /// ROOM-30, ROOM-42; nil: there is no second video now.
    package var companion: CompanionFacts?
    /// ROOM-30: who is to be seen now, in the order of the strip.
    package var thumbnails: [ThumbnailFacts] = []
    /// INFO-15: ids of people whose own video there is.
    package var usersWithVideo: Set<String> = []
    /// ROOM-34.
    package var marks: [CuePoint] = []
    /// What one can go to.
    package var moments: RoomMoments?
    /// Of them the one of now; nil: none yet.
    package var momentIndex: Int?

    package init() {}

    /// Compared by their numbers alone: lists may be long, and this is asked for each frame.
    package static func == (a: RoomFacts, b: RoomFacts) -> Bool { a.number == b.number }
}

/// Which lines of the chat are wanted. A value.
package struct ChatWish: Sendable, Equatable {
    /// The line that is looked at; nil: the newest, whatever comes.
    package var place: ChatPosition?
    package var query = ChatQuery()
    /// Lines before and after it: as many as the pane has rows.
    package var count = 0

    package init() {}
}

/// The page that is shown. A value; its texts are unverified.
package struct SlideFacts: Sendable, Equatable {
    package enum Picture: Sendable, Equatable {
        /// There is none, or it is still being made.
        case none
        /// As large as the pane.
        case cells(CellBuffer)
        /// Why it cannot be had.
        case failed(String)
        /// ROOM-12: with its address.
        case web(String?)
    }

    package var title: String?
    /// From 1.
    package var page: Int
    package var count: Int
    package var text: String?
    package var picture = Picture.none
    /// ROOM-31: a board that is written on.
    package var isBoard = false
    /// ROOM-32: where a browser shows it; unverified.
    package var webAddress: String?

    package init(title: String?, page: Int, count: Int, text: String?) {
        self.title = title
        self.page = page
        self.count = count
        self.text = text
    }
}

/// ROOM-61: an award with its large effect. A value; its texts are unverified.
package struct AwardFacts: Sendable, Equatable {
    package var fromUserName: String
    package var picture = SlideFacts.Picture.none

    package init(fromUserName: String) { self.fromUserName = fromUserName }
}

/// ROOM-17, INFO-08: what is known of the class that is attended. A value; its texts are unverified.
package struct RoomAbout: Sendable, Equatable {
    package var playbackID: String
    /// ROOM-08: −1 clipped, 0 as recorded.
    package var version: Int
    package var recordType: RecordType?
    /// ROOM-34: seconds since 1970; nil: for ever.
    package var validUntil: Int64?
    /// Bytes of its files; nil: it is on a server.
    package var size: Int64?
    package var isLocal: Bool

    package init(_ room: LoadedRoom, size: Int64?) {
        playbackID = room.info.playbackID
        version = room.info.clippedVersion
        recordType = room.info.recordType
        validUntil = room.info.invalidTime
        isLocal = room.isLocal
        self.size = size
    }
}

/// The room that the pane of the slides has. A value.
package struct SlidePane: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// Width of a cell divided by its height.
    package var cellAspect: Double
    /// ROOM-38: cut off rather than leave free.
    package var fills: Bool

    package init(columns: Int, rows: Int, cellAspect: Double, fills: Bool) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.fills = fills
    }
}

/// What the screen asks of the room.
package enum RoomOrder: Sendable, Equatable {
    /// ROOM-01: enters the class at a path or an address; one that is attended is left.
    case attend(String)
    /// The class is over for the viewer: what plays from now on is none of it.
    case leave
    case showChat(ChatWish)
    /// Nil: the slides are not to be seen.
    case showSlides(SlidePane?)
    /// INFO-15: a participant's own video; nil: none.
    case showVideo(of: String?)
    /// ROOM-30: whose small videos are to be seen, by the sources of pictures that show them.
    case showThumbnails(ThumbnailSlots)
    /// ROOM-20.
    case reload
    /// The chat comes so much later than now.
    case moveChat(MediaTime)
    /// ROOM-55.
    case openRedPacket
    /// ROOM-61: the room that its picture has.
    case showAwards(SlidePane)
    /// ROOM-44: printable ASCII.
    case openLink(String)
}

/// A class that is attended, or a chat beside a video, as the UI loop sees it. Called on the main thread; nothing here
/// waits.
package protocol RoomControl: AnyObject {
    var facts: RoomFacts { get }

    /// Follows the playback; also takes what was read.
    func follow(_ reading: ClockReading, at now: HostTime)

    /// What plays, when it is another snapshot.
    func take(_ snapshot: PlaybackSnapshot)

    /// When to ``follow(_:at:)`` again though nothing was signalled; nil: there is no need.
    var nextDeadline: HostTime? { get }

    func perform(_ order: RoomOrder)

    /// Pictures of the second video; nil: there is never one.
    var companion: (any PictureSource)? { get }

    /// ROOM-30: of the small videos, by their places in ``ThumbnailSlots``; always the same ones.
    var thumbnails: [any PictureSource] { get }

    /// Another item plays.
    func itemChanged()
}

extension RoomControl {
    package func take(_ snapshot: PlaybackSnapshot) {}
    package var companion: (any PictureSource)? { nil }
    package var thumbnails: [any PictureSource] { [] }
}
