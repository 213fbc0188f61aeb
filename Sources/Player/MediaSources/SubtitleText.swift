package import Media
package import PlayCore

/// A subtitle track of the container whose text is passed on while it is read.
package struct SubtitleTextTrack: Sendable, Equatable {
    /// As the container has it: whoever chooses by language needs it with the track, not from a snapshot that comes
    /// before or after.
    package let info: TrackInfo
    package let form: SubtitleTextForm
    /// ASS's styles.
    package let header: [UInt8]

    /// Index of the stream.
    package var track: Int { info.id }

    package init(_ info: TrackInfo, form: SubtitleTextForm, header: [UInt8]) {
        self.info = info
        self.form = form
        self.header = header
    }
}

/// The text of one packet.
package struct SubtitleText: Sendable, Equatable {
    package let track: Int
    /// As its track's form has it; unverified bytes.
    package let payload: [UInt8]
    /// WebVTT's settings, where the container keeps them apart.
    package let settings: String
    package let start: MediaTime
    /// Nil: unknown.
    package let end: MediaTime?

    package init(track: Int, payload: [UInt8], settings: String = "", start: MediaTime, end: MediaTime?) {
        self.track = track
        self.payload = payload
        self.settings = settings
        self.start = start
        self.end = end
    }
}

/// What a channel of captions inside the pictures is called. A value; unverified text from outside.
package struct CaptionName: Sendable, Equatable {
    /// 1 … 4: `CC1` … `CC4`.
    package let channel: Int
    package let title: String?
    package let language: String?

    package init(channel: Int, title: String?, language: String?) {
        self.channel = channel
        self.title = title
        self.language = language
    }
}
