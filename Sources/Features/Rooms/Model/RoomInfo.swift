package import PlayCore

/// `BJVPlaybackInfo`: what is known of a recorded room before its signals are read. A value; its
/// texts are unverified.
package struct RoomInfo: Sendable, Equatable {
    /// Unique among all playbacks.
    package var playbackID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    /// Of the recording; nil: the video says.
    package var duration: MediaTime?
    /// When the recording begins, in milliseconds since 1970.
    package var startWallTime: Int64?
    /// Which one this is: −1 clipped, 0 as recorded.
    package var clippedVersion = 0
    package var recordType: RecordType?
    /// It is still being written: lines are added to its signals.
    package var isOngoing = false
    /// As the service names it.
    package var roomType: String?
    package var isInteractiveClass = false
    package var isInteractiveClass1v1SignalingRecord = false
    package var interactiveClass1v1BlackboardPages: Int?
    /// The list of a long-term course is wrong for every session but the first.
    package var isLongTerm = false
    /// From 1.
    package var sessionNumber = 1
    package var isShowUserList = true
    package var isShowChatList = true
    package var enablePreventScreenCapture = false
    package var lamp: Lamp?
    /// Nil: none, or one that nothing is known of.
    package var layoutTemplate: LayoutTemplate?
    package var enableQuizAndAnswer = true
    package var enableQuestion = true
    package var enableHideStudentPhoneNumber = false
    package var enableRedPackets = true
    /// An address, or a file of the package.
    package var whiteboardURL: String?
    package var whiteboardWebviewURL: String?
    package var majorPlayType = MainPane.none
    /// How a page of the slides fits its pane at first; nil: the viewer's default.
    package var initialPPTMode: SlideMode?
    /// Whole seconds since 1970 after which it can no longer be entered (1080); nil: none.
    package var invalidTime: Int64?
    package var timeMarkList: [Mark] = []
    /// Nil: made of the pages shown.
    package var documentCatalogueList: [OutlineEntry]?
    /// The pictures: at least one for a room with a video.
    package var media: [Media] = []
    package var userVideoList: [UserVideo] = []
    /// The sound in pieces, where ``media`` is the first of them; of recordings in this machine's folders alone.
    package var sounds: [Sound] = []

    package init(playbackID: String) { self.playbackID = playbackID }

    /// `BJVTimeMarkModel`.
    package struct Mark: Sendable, Hashable, Codable {
        package var time: MediaTime
        package var title: String?

        package init(time: MediaTime, title: String? = nil) {
            self.time = time
            self.title = title
        }
    }

    /// An address, or a file of the package, that has the picture and the sound.
    package struct Media: Sendable, Hashable, Codable {
        package var url: String
        /// The key of its subtitles; nil: undescribed.
        package var definition: String?

        package init(_ url: String, definition: String? = nil) {
            self.url = url
            self.definition = definition
        }
    }

    /// A piece of the sound, in the order of time. A value.
    package struct Sound: Sendable, Hashable {
        package var url: String
        /// Where on the room's axis it begins.
        package var start: MediaTime

        package init(url: String, start: MediaTime) {
            self.url = url
            self.start = start
        }
    }

    /// `BJVUserVideo`: the recording of one participant.
    package struct UserVideo: Sendable, Hashable, Codable {
        package var user: RoomUser
        package var url: String
        /// Where on the room's axis it begins; 0 when absent.
        package var start: MediaTime?

        package init(user: RoomUser, url: String, start: MediaTime? = nil) {
            self.user = user
            self.url = url
            self.start = start
        }
    }

    /// For the slider and the list of marks.
    package var cuePoints: CuePointCollection {
        CuePointCollection(timeMarkList.map { CuePoint(time: $0.time, kind: .mark, title: $0.title) })
    }

    /// Whether it may still be entered.
    package func isValid(atSecondsSince1970 now: Int64) -> Bool { invalidTime.map { now <= $0 } ?? true }
}

extension RoomInfo.UserVideo {
    /// To be played like any other video.
    package var video: Video { Video(id: url, title: user.name, sources: [Source(url)]) }
}
