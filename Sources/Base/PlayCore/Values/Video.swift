/// An item to play, as known before it is opened. A list may hold 100,000, so an item with a title takes 72 bytes in
/// addition to its texts. A box holds all rarer information.
package struct Video: Sendable, Hashable, Updatable {
    /// Path or address of the first source, as the user wrote it; unverified text.
    package private(set) var location: String
    private var ownID: String?
    /// Unverified text, or `nil` to use the container's title, else the file name.
    package var title: String?
    /// As the list declares it, or `nil` if unknown.
    package var duration: MediaTime?
    private var delivery: Source.Delivery
    private var isCacheable: Bool
    private var number: Int32 = 0
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

    package init(location: String) { self.init(id: location, sources: [Source(location)]) }

    /// `videoID`: the absolute path or the address, by which resume records and feeds identify the item.
    package var id: String {
        get { ownID ?? location }
        set { ownID = newValue == location ? nil : newValue }
    }

    /// Best first; never empty.
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

    package mutating func preventCaching() {
        isCacheable = false
        guard let sources = box?.details.sources, !sources.isEmpty else { return }
        details.sources = sources.map { source in source.updating { $0.isCacheable = false } }
    }

    /// Distinguishes entries of a list that are one video with different settings. At most 2³¹ − 1.
    package var entry: Int {
        get { Int(number) }
        set { number = Int32(clamping: newValue) }
    }

    private var details: Details {
        get { box?.details ?? Details() }
        set { box = newValue == Details() ? nil : Box(newValue) }
    }

    private struct Details: Sendable, Hashable {
        /// Empty if the video's own source is the only one.
        var sources: [Source] = []
        var definitionRanking: [DefinitionInfo.Key] = []
        var format: MediaFormat?
        var room: RecordingIdentity?
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
    /// The service's order of definitions, best first. Empty for local items.
    package var definitionRanking: [DefinitionInfo.Key] {
        get { details.definitionRanking }
        set { details.definitionRanking = newValue }
    }

    /// The service's declaration, or `nil` if only the container declares it.
    package var format: MediaFormat? {
        get { details.format }
        set { details.format = newValue }
    }

    /// The recording of a room, by which resume records identify the item.
    package var room: RecordingIdentity? {
        get { details.room }
        set { details.room = newValue }
    }

    /// Whether the item has no end and no position to resume: the stream of a live class.
    package var isEndless: Bool {
        get { details.isEndless }
        set { details.isEndless = newValue }
    }

    /// The address of the class that this item plays, to reopen it as a class. `nil` for any other item.
    package var classLocation: String? {
        get { details.classLocation }
        set { details.classLocation = newValue }
    }

    package var recordType: RecordType? {
        get { details.recordType }
        set { details.recordType = newValue }
    }

    package var cover: String? {
        get { details.cover }
        set { details.cover = newValue }
    }

    package var cuePoints: CuePointCollection {
        get { details.cuePoints }
        set { details.cuePoints = newValue }
    }

    package var chapterFile: String? {
        get { details.chapterFile }
        set { details.chapterFile = newValue }
    }

    package var startVideo: Source? {
        get { details.startVideo }
        set { details.startVideo = newValue }
    }

    package var endVideo: Source? {
        get { details.endVideo }
        set { details.endVideo = newValue }
    }

    package var subtitles: [String] {
        get { details.subtitles }
        set { details.subtitles = newValue }
    }
}

/// A recording of a room and the version that was clipped from it.
package struct RecordingIdentity: Sendable, Hashable {
    package var classID: String
    /// The session's ID; empty if the class has only one session.
    package var sessionID: String
    /// −1 after clipping, 0 as recorded.
    package var clippedVersion: Int

    package init(classID: String, sessionID: String, clippedVersion: Int) {
        self.classID = classID
        self.sessionID = sessionID
        self.clippedVersion = clippedVersion
    }
}

package struct Playlist: Sendable, Hashable, Updatable {
    /// Unverified text from outside.
    package var title: String?
    package var videos: [Video]

    package init(title: String? = nil, videos: [Video] = []) {
        self.title = title
        self.videos = videos
    }
}
