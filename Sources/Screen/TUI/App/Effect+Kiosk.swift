import Catalogue
import Classes
import Commands
import Library
import ScreenKit

extension Effect {
    /// Whether the viewer of a public kiosk may cause the effect. Excludes typed paths and all that starts, stops or
    /// writes something. The switch is exhaustive, so that each new effect needs a decision.
    var isForWatching: Bool {
        switch self {
        case .command, .quit, .terminate, .abandonScreen, .advance, .move, .moveTo, .stop, .retry, .redraw, .ring:
            true
        case .readHistory, .forget, .playRemembered, .attendRemembered, .play, .slides, .catalogue, .indexSubtitles,
            .reloadSubtitles:
            true
        // No program opens links in a kiosk: the address is shown.
        case .learnMore: true
        // Writes to the viewer's own terminal (OSC 52).
        case .copy: true
        case .library(let order): order.isForWatching
        case .external(let command): command.isForWatching
        case .room(let order): order.isForWatching
        case .service(let order): order.isForWatching
        case .live, .ownMedia, .listCaptureDevices, .listAudioDevices, .selectAudioDevice, .downloads, .addSound,
            .addSubtitles, .suspend, .screenshot, .screenshotFile, .print, .message:
            false
        }
    }
}

extension PlayerCommand {
    /// Whether a command that the loop does not handle is for watching. Items loaded from home have no options.
    fileprivate var isForWatching: Bool {
        switch self {
        case .loadFile(_, _, let options): options.isEmpty
        case .playlist: true
        default: false
        }
    }
}

extension ClassOrder {
    fileprivate var isForWatching: Bool {
        switch self {
        case .attend, .showPicture, .leave, .showChat, .showVideo, .showThumbnails, .reload, .moveChat, .showChatFile,
            .callTimer:
            true
        case .toggleVideo, .changeDefinition, .returnToLive, .receive, .openRedPacket, .openLink: false
        }
    }
}

extension LibraryOrder {
    /// Whether the order is for watching. Typed and pasted text is not looked up.
    fileprivate var isForWatching: Bool {
        switch self {
        case .list: true
        case .look, .complete, .search: false
        }
    }
}

extension ServiceOrder {
    fileprivate var isForWatching: Bool {
        switch self {
        case .readComments, .readAnswers: true
        case .giveToken, .post, .like, .delete: false
        }
    }
}
