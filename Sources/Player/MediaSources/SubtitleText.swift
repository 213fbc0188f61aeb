package import Media
package import PlayCore

/// A subtitle track of the container whose text is passed on as it is read.
package struct SubtitleTextTrack: Sendable, Equatable {
    /// Needed for the choice by language, because the snapshot may be older or newer than this.
    package let info: TrackInfo
    package let form: SubtitleTextForm
    package let header: [UInt8]

    package var track: Int { info.id }

    package init(_ info: TrackInfo, form: SubtitleTextForm, header: [UInt8]) {
        self.info = info
        self.form = form
        self.header = header
    }
}

package struct SubtitleText: Sendable, Equatable {
    package let track: Int
    /// The text in the form of its track; unverified bytes.
    package let payload: [UInt8]
    /// WebVTT's settings, if the container stores them separately.
    package let settings: String
    package let start: MediaTime
    package let end: MediaTime?

    package init(track: Int, payload: [UInt8], settings: String = "", start: MediaTime, end: MediaTime?) {
        self.track = track
        self.payload = payload
        self.settings = settings
        self.start = start
        self.end = end
    }
}

/// Names a channel of captions inside the pictures. Unverified text.
package struct CaptionName: Sendable, Equatable {
    /// 1 … 4 for `CC1` … `CC4`.
    package let channel: Int
    package let title: String?
    package let language: String?

    package init(channel: Int, title: String?, language: String?) {
        self.channel = channel
        self.title = title
        self.language = language
    }
}
