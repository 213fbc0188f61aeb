/// Something to play, with what is known of it before it is opened. A value.
///
/// A list may hold 100,000: one that is a file or an address with a title takes 72 bytes beside its texts; whatever else
/// is known of it lies in a box.
package struct Video: Sendable, Hashable, Updatable {
    /// Path or address of the first source, as the user gave it; unverified text.
    package private(set) var location: String
    /// Nil: the location.
    private var ownID: String?
    /// Unverified text from outside; nil: the container's title, else the name of the file.
    package var title: String?
    /// As the list that named it has it; nil when unknown.
    package var duration: MediaTime?
    private var delivery: Source.Delivery
    private var isCacheable: Bool
    private var number: Int32 = 0
    /// Nil: nothing of it is known.
    private var box: Box?

    package init(
        id: String, title: String? = nil, sources: [Source], cover: String? = nil, duration: MediaTime? = nil,
        cuePoints: CuePointCollection = CuePointCollection(), startVideo: Source? = nil, endVideo: Source? = nil,
        subtitles: [String] = []
    ) {
        precondition(!sources.isEmpty, "a video has a source")
        location = ""
        delivery = .progressive
        isCacheable = true
        self.title = title
        self.duration = duration
        self.sources = sources
        self.id = id
        guard cover != nil || startVideo != nil || endVideo != nil || !cuePoints.points.isEmpty || !subtitles.isEmpty
        else { return }
        details.cover = cover
        details.cuePoints = cuePoints
        details.startVideo = startVideo
        details.endVideo = endVideo
        details.subtitles = subtitles
    }

    /// A file or an address alone.
    package init(location: String) { self.init(id: location, sources: [Source(location)]) }

    /// `videoID`: the absolute path or the address; what resume records and feeds know it by.
    package var id: String {
        get { ownID ?? location }
        set { ownID = newValue == location ? nil : newValue }
    }

    /// Ways to get it, the best first; never empty.
    package var sources: [Source] {
        get {
            if let sources = box?.details.sources, !sources.isEmpty { return sources }
            return [Source(location, delivery: delivery).updating { $0.isCacheable = isCacheable }]
        }
        set {
            precondition(!newValue.isEmpty, "a video has a source")
            let id = id
            let isPlain = newValue.count == 1 && newValue[0].isPlain
            location = newValue[0].location
            delivery = isPlain ? newValue[0].delivery : .progressive
            isCacheable = newValue[0].isCacheable
            self.id = id
            if !isPlain || box != nil { details.sources = isPlain ? [] : newValue }
        }
    }

    /// Nothing of it is kept on the disk.
    package mutating func preventCaching() {
        isCacheable = false
        guard let sources = box?.details.sources, !sources.isEmpty else { return }
        details.sources = sources.map { source in source.updating { $0.isCacheable = false } }
    }

    /// Tells entries of a list apart that are one video with other settings. At most 2³¹ − 1.
    package var entry: Int {
        get { Int(number) }
        set { number = Int32(clamping: newValue) }
    }

    /// What few videos have.
    private var details: Details {
        get { box?.details ?? Details() }
        set { box = newValue == Details() ? nil : Box(newValue) }
    }

    private struct Details: Sendable, Hashable {
        /// Empty: the one that the video itself has.
        var sources: [Source] = []
        var definitionRanking: [DefinitionInfo.Key] = []
        var format: MediaFormat?
        var room: RoomIdentity?
        var classLocation: String?
        var isEndless = false
        var recordType: RecordType?
        var cover: String?
        var cuePoints = CuePointCollection()
        var chapterFile: String?
        var startVideo: Source?
        var endVideo: Source?
        var subtitles: [String] = []
    }

    private final class Box: Sendable, Hashable {
        let details: Details

        init(_ details: Details) { self.details = details }

        static func == (a: Box, b: Box) -> Bool { a === b || a.details == b.details }

        func hash(into hasher: inout Hasher) { hasher.combine(details) }
    }
}

extension Video {
    /// The service's order of definitions, the best first; empty for local items.
    package var definitionRanking: [DefinitionInfo.Key] {
        get { details.definitionRanking }
        set { details.definitionRanking = newValue }
    }

    /// As the service has it; nil: the container says.
    package var format: MediaFormat? {
        get { details.format }
        set { details.format = newValue }
    }

    /// Of a recorded room: what resume records know it by.
    package var room: RoomIdentity? {
        get { details.room }
        set { details.room = newValue }
    }

    /// It has neither an end nor places to come back to: what plays for a class that is live.
    package var isEndless: Bool {
        get { details.isEndless }
        set { details.isEndless = newValue }
    }

    /// Where the class is attended that this plays for: it is opened again as a class. Nil: an item like any other.
    package var classLocation: String? {
        get { details.classLocation }
        set { details.classLocation = newValue }
    }

    /// Nil for what is no recording of a room.
    package var recordType: RecordType? {
        get { details.recordType }
        set { details.recordType = newValue }
    }

    /// A still picture, path or address.
    package var cover: String? {
        get { details.cover }
        set { details.cover = newValue }
    }

    package var cuePoints: CuePointCollection {
        get { details.cuePoints }
        set { details.cuePoints = newValue }
    }

    /// A file of chapters that belongs to it, path or address.
    package var chapterFile: String? {
        get { details.chapterFile }
        set { details.chapterFile = newValue }
    }

    /// A clip played before the main content.
    package var startVideo: Source? {
        get { details.startVideo }
        set { details.startVideo = newValue }
    }

    /// A clip played after the main content.
    package var endVideo: Source? {
        get { details.endVideo }
        set { details.endVideo = newValue }
    }

    /// Subtitle files that belong to it, paths or addresses.
    package var subtitles: [String] {
        get { details.subtitles }
        set { details.subtitles = newValue }
    }
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
