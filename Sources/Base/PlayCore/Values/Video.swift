/// Something to play, with what is known of it before it is opened. A value.
package struct Video: Sendable, Hashable, Updatable {
    /// `videoID`: the absolute path or the address; what resume records and feeds know it by.
    package var id: String
    /// Unverified text from outside; nil: the container's title, else the name of the file.
    package var title: String?
    /// Ways to get it, the best first; never empty.
    package var sources: [Source]
    /// The service's order of definitions, the best first; empty for local items.
    package var definitionRanking: [DefinitionInfo.Key] = []
    /// As the service has it; nil: the container says.
    package var format: MediaFormat?
    /// Of a recorded room: what resume records know it by.
    package var room: RoomIdentity?
    /// Nil for what is no recording of a room.
    package var recordType: RecordType?
    /// A still picture, path or address.
    package var cover: String?
    /// As the list that named it has it; nil when unknown.
    package var duration: MediaTime?
    package var cuePoints: CuePointCollection
    /// A file of chapters that belongs to it, path or address.
    package var chapterFile: String?
    /// Clips played before and after the main content.
    package var startVideo: Source?
    package var endVideo: Source?
    /// Subtitle files that belong to it, paths or addresses.
    package var subtitles: [String]
    /// Tells entries of a list apart that are one video with other settings.
    package var entry = 0

    package init(
        id: String, title: String? = nil, sources: [Source], cover: String? = nil, duration: MediaTime? = nil,
        cuePoints: CuePointCollection = CuePointCollection(), startVideo: Source? = nil, endVideo: Source? = nil,
        subtitles: [String] = []
    ) {
        precondition(!sources.isEmpty, "a video has a source")
        self.id = id
        self.title = title
        self.sources = sources
        self.cover = cover
        self.duration = duration
        self.cuePoints = cuePoints
        self.startVideo = startVideo
        self.endVideo = endVideo
        self.subtitles = subtitles
    }

    /// A file or an address alone.
    package init(location: String) { self.init(id: location, sources: [Source(location)]) }
}

/// A recording of a room, and the version that was clipped from it. A value.
package struct RoomIdentity: Sendable, Hashable {
    package var classID: String
    /// Empty: the class has one.
    package var sessionID: String
    /// −1: after clipping, 0: as recorded.
    package var clippedVersion: Int

    package init(classID: String, sessionID: String, clippedVersion: Int) {
        self.classID = classID
        self.sessionID = sessionID
        self.clippedVersion = clippedVersion
    }
}

/// Videos in the order in which they play. A value.
package struct Playlist: Sendable, Hashable, Updatable {
    /// Unverified text from outside.
    package var title: String?
    package var videos: [Video]

    package init(title: String? = nil, videos: [Video] = []) {
        self.title = title
        self.videos = videos
    }
}
