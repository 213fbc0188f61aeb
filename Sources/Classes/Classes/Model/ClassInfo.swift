package import PlayCore

/// The facts about a recorded class that are known before its signals are read. The texts are unverified.
package struct ClassInfo: Sendable, Equatable {
    package var playbackID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    /// The duration of the recording, or `nil` if only the video tells it.
    package var duration: MediaTime?
    /// The beginning of the recording, in milliseconds since 1970.
    package var startWallTime: Int64?
    /// The version of the recording: −1 clipped, 0 as recorded.
    package var clippedVersion = 0
    package var recordType: RecordType?
    /// Whether the recording is still being written, so that its signals grow.
    package var isOngoing = false
    /// The service's name for the kind of class.
    package var roomType: String?
    package var isInteractiveClass = false
    package var isInteractiveClass1v1SignalingRecord = false
    package var interactiveClass1v1BlackboardPages: Int?
    /// Whether this is a long-term course, whose list of users is right only in the first session.
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
    /// An address, or a file of the package.
    package var whiteboardURL: String?
    package var whiteboardWebviewURL: String?
    package var majorPlayType = MainPane.none
    /// The way in which a page of the slides fits its pane at first, or `nil` for the viewer's default.
    package var initialPPTMode: SlideMode?
    /// Whole seconds since 1970 after which the class can no longer be entered (1080), or `nil` for no limit.
    package var invalidTime: Int64?
    package var timeMarkList: [Mark] = []
    /// The outline, or `nil` to build it from the pages shown.
    package var documentCatalogueList: [OutlineEntry]?
    /// The main videos: at least one for a class with a video.
    package var media: [Media] = []
    package var userVideoList: [UserVideo] = []
    /// The pieces of the sound, where ``media`` is the first of them. Only for recordings in local folders.
    package var sounds: [Sound] = []

    package init(playbackID: String) { self.playbackID = playbackID }

    /// A chapter mark.
    package struct Mark: Sendable, Hashable, Codable {
        package var time: MediaTime
        package var title: String?

        package init(time: MediaTime, title: String? = nil) {
            self.time = time
            self.title = title
        }
    }

    /// An address, or a file of the package, with picture and sound.
    package struct Media: Sendable, Hashable, Codable {
        package var url: String
        /// The key of the definition, or `nil` if it is unknown.
        package var definition: String?

        package init(_ url: String, definition: String? = nil) {
            self.url = url
            self.definition = definition
        }
    }

    /// A piece of the sound. Pieces are in the order of time.
    package struct Sound: Sendable, Hashable {
        package var url: String
        /// The start on the class's axis.
        package var start: MediaTime

        package init(url: String, start: MediaTime) {
            self.url = url
            self.start = start
        }
    }

    package struct UserVideo: Sendable, Hashable, Codable {
        package var user: ClassUser
        package var url: String
        /// The start on the class's axis; 0 if absent.
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
