package import PlayCore

package struct ClassInfo: Sendable, Equatable {
    package var playbackID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    /// `nil` if only the video has a duration.
    package var duration: MediaTime?
    package var startWallTime: Int64?
    /// −1 for clipped, 0 for as recorded.
    package var clippedVersion = 0
    package var recordType: RecordType?
    /// Whether the recording is still being written, so that its signals grow.
    package var isOngoing = false
    /// The service's name for the kind of class.
    package var roomType: String?
    package var isInteractiveClass = false
    package var isInteractiveClass1v1SignalingRecord = false
    package var interactiveClass1v1BlackboardPages: Int?
    /// Whether this is a long-term course, whose list of users is complete only in the first session.
    package var isLongTerm = false
    /// From 1.
    package var sessionNumber = 1
    package var isShowUserList = true
    package var isShowChatList = true
    package var enablePreventScreenCapture = false
    package var lamp: MarqueeText?
    package var layoutTemplate: LayoutTemplate?
    package var enableQuizAndAnswer = true
    package var enableQuestion = true
    package var enableHideStudentPhoneNumber = false
    package var enableRedPackets = true
    package var whiteboardURL: String?
    package var whiteboardWebviewURL: String?
    package var majorPlayType = MainPane.none
    /// `nil` for the viewer's default.
    package var initialPPTMode: SlideMode?
    /// In seconds since 1970. Entering fails afterwards (1080).
    package var invalidTime: Int64?
    package var timeMarkList: [Mark] = []
    /// `nil` to build the outline from the pages shown.
    package var documentCatalogueList: [OutlineEntry]?
    /// A class with a video has at least one.
    package var media: [Media] = []
    package var userVideoList: [UserVideo] = []
    /// The first piece is also in ``media``. Only for recordings in local folders.
    package var sounds: [Sound] = []

    package init(playbackID: String) { self.playbackID = playbackID }

    package struct Mark: Sendable, Hashable, Codable {
        package var time: MediaTime
        package var title: String?

        package init(time: MediaTime, title: String? = nil) {
            self.time = time
            self.title = title
        }
    }

    /// A video with picture and sound: an address, or a file of the package.
    package struct Media: Sendable, Hashable, Codable {
        package var url: String
        package var definition: String?

        package init(_ url: String, definition: String? = nil) {
            self.url = url
            self.definition = definition
        }
    }

    package struct Sound: Sendable, Hashable {
        package var url: String
        package var start: MediaTime

        package init(url: String, start: MediaTime) {
            self.url = url
            self.start = start
        }
    }

    package struct UserVideo: Sendable, Hashable, Codable {
        package var user: ClassUser
        package var url: String
        /// On the class's axis; `nil` means 0.
        package var start: MediaTime?

        package init(user: ClassUser, url: String, start: MediaTime? = nil) {
            self.user = user
            self.url = url
            self.start = start
        }
    }

    package var cuePoints: CuePointCollection {
        CuePointCollection(timeMarkList.map { CuePoint(time: $0.time, kind: .mark, title: $0.title) })
    }

    package func isValid(atSecondsSince1970 now: Int64) -> Bool { invalidTime.map { now <= $0 } ?? true }
}

extension ClassInfo.UserVideo {
    package var video: Video { Video(id: url, title: user.name, sources: [Source(url)]) }
}
