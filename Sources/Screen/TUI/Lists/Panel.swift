package import ClassPanes
package import History
import HomeScreen
import PlayCore
package import ScreenKit
package import Subtitles

package enum PanelKind: Sendable, Hashable, CaseIterable {
    case playlist
    case chapters
    /// Subtitles and audio tracks, for the captions button.
    case captions
    case subtitles
    case audioTracks
    /// Video, audio and subtitles.
    case tracks
    case definitions
    case speeds
    case audioDevices
    case subtitleLines
    case history
    /// The items that can be continued.
    case watchLater
    case comments
    /// The recorded chats for the current item.
    case chats
    case album
    case downloadDefinitions
    /// Visible addresses.
    case links
    /// A message, a question or a notice of a class, in full.
    case wholeText
    case personActions
    case documents
    case captureDevices
    case networkQuestion
    case mainMenu
    case contextMenu

    var title: String {
        switch self {
        case .playlist: tr("Playlist")
        case .chapters: tr("Chapters")
        case .captions: tr("Subtitles and sound")
        case .subtitles: tr("Subtitles")
        case .audioTracks: tr("Audio tracks")
        case .tracks: tr("Tracks")
        case .definitions: tr("Definition")
        case .speeds: tr("Playback speed")
        case .audioDevices: tr("Sound device")
        case .subtitleLines: tr("Subtitle lines")
        case .history: tr("History")
        case .watchLater: tr("Continue watching")
        case .comments: tr("Comments")
        case .chats: tr("Recorded chats")
        case .album: tr("Album")
        case .downloadDefinitions: tr("Download")
        case .links: tr("Links")
        case .wholeText: ""
        case .personActions: ""
        case .documents: tr("Documents")
        case .captureDevices: tr("Microphone and camera")
        case .networkQuestion: tr("The server does not respond")
        case .mainMenu: tr("Menu")
        case .contextMenu: ""
        }
    }

    /// The control above which the panel opens; with `nil` it opens at the right end.
    var button: ControlTag? {
        switch self {
        case .captions, .subtitles, .audioTracks: .closedCaption
        case .definitions, .downloadDefinitions: .definition
        case .speeds: .speed
        case .audioDevices: .externalRoute
        case .playlist, .chapters, .tracks, .subtitleLines, .history, .watchLater, .comments, .chats, .album,
            .links, .wholeText, .personActions, .documents, .captureDevices, .networkQuestion, .mainMenu, .contextMenu:
            nil
        }
    }

    /// Whether rows are long, so that the panel may take the width of a small terminal.
    var isWide: Bool {
        isRemembered || [.subtitleLines, .album, .links, .wholeText, .chats].contains(self)
    }

    package var isRemembered: Bool { self == .history || self == .watchLater }

    /// The owner of the rows; the list closes with it.
    enum Subject { case player, classroom, item }

    var subject: Subject {
        switch self {
        case .playlist, .album, .speeds, .audioDevices, .history, .watchLater, .mainMenu: .player
        case .links, .wholeText, .personActions, .documents, .captureDevices: .classroom
        case .chapters, .captions, .subtitles, .audioTracks, .tracks, .definitions, .subtitleLines, .comments, .chats,
            .downloadDefinitions, .networkQuestion, .contextMenu:
            .item
        }
    }

    var hasSubtitles: Bool { self == .captions || self == .subtitles || self == .tracks }
}

package enum PanelChoice: Sendable, Hashable {
    /// By ``PlaylistContents/Item/id``.
    case item(Int)
    case chapter(Int)
    /// An index in the service's marks.
    case mark(Int)
    /// An index in `definitionList`.
    case definition(Int)
    /// An index in the stream's definitions; `nil` is automatic.
    case streamDefinition(Int?)
    /// A video track's number.
    case angle(Int)
    /// A track's number; `nil` for no sound.
    case audioTrack(Int?)
    /// A track's number; `nil` for no subtitles.
    case subtitle(Int?)
    case subtitlePair(SubtitlePair)
    case addSubtitle
    /// Per cent.
    case speed(Int)
    /// ALSA's name.
    case audioDevice(String)
    /// A cue's ID.
    case subtitleLine(Int)
    case remembered(RememberedRecord)
    case comment(String)
    /// A path or address; `nil` for no chat.
    case chat(String?)
    /// Loads more comments, or retries a failed request.
    case moreComments
    /// An index in the album.
    case albumItem(Int)
    /// A definition's key; `nil` for the default.
    case download(String?)
    /// A row in a list of the class.
    case room(ClassChoice)
    case open(PanelKind)
    case action(KeyAction)
    case reload
    case stopLoading
    /// A row that gives the reason for an empty list.
    case nothing
}

/// A list at the lower right of the picture. ``AppState`` owns the open ones; only the last is visible and gets keys.
package struct Panel: Sendable, Equatable {
    package let kind: PanelKind
    package var list: ListState<PanelChoice>
    /// The wanted place; with `nil`, that of the panel's button.
    package let corner: Corner?
    /// The start time of the marked line in a list of subtitle lines.
    var markedLine: MediaTime?
    /// A question before something is lost; the next key answers it.
    package internal(set) var question: PanelQuestion?

    package struct Corner: Sendable, Equatable {
        package let column: Int
        package let row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    package init(_ kind: PanelKind, rows: [ListRow<PanelChoice>], corner: Corner? = nil) {
        self.kind = kind
        self.corner = corner
        list = ListState(rows: rows)
    }
}

/// A question before something is lost. Only `y` confirms.
package enum PanelQuestion: Sendable, Equatable {
    case forget(HistoryChange)
    case deleteComment(String)

    var text: String {
        switch self {
        case .forget(let change): change.question
        case .deleteComment: tr("Delete this comment? y yes, any other key no")
        }
    }
}
