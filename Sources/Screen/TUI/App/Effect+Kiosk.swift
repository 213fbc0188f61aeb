import Catalogue
import Commands
import Library
import Rooms

extension Effect {
    /// Whether a stranger may have it done: to look around in the library, to watch, and to leave. Whatever reads a path
    /// that was typed, starts, stops or writes something is not. A list of all of them, so that a new one is decided.
    var isForWatching: Bool {
        switch self {
        case .command, .quit, .terminate, .abandonScreen, .advance, .move, .moveTo, .stop, .retry, .redraw, .ring:
            true
        case .readHistory, .forget, .playRemembered, .attendRemembered, .play, .slides, .catalogue, .indexSubtitles,
            .reloadSubtitles:
            true
        // No program opens links for a stranger: the address is said.
        case .learnMore: true
        // Goes to the viewer's own terminal (OSC 52).
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
    /// As far as the loop does not carry it out itself. What is loaded was chosen in home; options of its own it has none.
    fileprivate var isForWatching: Bool {
        switch self {
        case .loadFile(_, _, let options): options.isEmpty
        case .playlist: true
        default: false
        }
    }
}

extension RoomOrder {
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
    /// What is typed and pasted is not looked for.
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
