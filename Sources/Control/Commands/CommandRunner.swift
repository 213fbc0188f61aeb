package import Encoding
package import PlayCore
import Playlists

/// The result of a command, nearly always ``JSONValue/null``, or why it failed.
package typealias CommandAnswer = Result<JSONValue, CommandError>

/// The screen's loop, or that of a player without one. Main thread.
package protocol CommandRunner: AnyObject {
    var properties: PropertyContext { get }

    /// Returns at once. Calls `answer` once: before this returns, or later if files must be read first.
    func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void)
}

extension CommandRunner {
    /// - Returns: the error, or `nil` if the command is done or in progress.
    @discardableResult
    package func run(_ command: BoundCommand) -> CommandError? {
        var error: CommandError?
        run(command) { if case .failure(let reason) = $0 { error = reason } }
        return error
    }
}

/// Performs commands beyond the current session: the list of items, subtitles, screenshots. Main thread.
package protocol CommandTarget: AnyObject {
    /// Performs what session and screen cannot. `answer` is as for ``CommandRunner/run(_:answer:)``.
    func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void)
}

/// A source of commands besides keys and mouse: a socket, the desktop. Knows no main loop. Main thread.
package protocol LoopService: AnyObject {
    var wakeUp: WakeUp { get }

    /// Runs commands and reports changes. Called in each pass of the loop; must not block.
    ///
    /// - Returns: the time of the next call without a wake-up, or `nil`.
    func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime?

    func deliver(_ message: ClientMessage) -> Bool

    /// Ends the service. Call once, last.
    func close()
}

extension LoopService {
    package func deliver(_ message: ClientMessage) -> Bool { false }
}

/// mpv's `client-message`: words that a command sends to clients.
package struct ClientMessage: Sendable, Equatable {
    /// `nil` for every client.
    package let target: String?
    package let words: [String]

    package init(to target: String? = nil, _ words: [String]) {
        (self.target, self.words) = (target, words)
    }
}

extension PlayerCommand {
    /// The first word of a ``CommandTarget``'s command, or a general one for others.
    package var name: String {
        switch self {
        case .loadFile: "loadfile"
        case .playlist(.loadList): "loadlist"
        case .playlist(.clear): "playlist-clear"
        case .playlist(.remove): "playlist-remove"
        case .playlist(.move): "playlist-move"
        case .playlist(.shuffle): "playlist-shuffle"
        case .playlist(.unshuffle): "playlist-unshuffle"
        case .playlist(.setShuffled): "shuffle"
        case .playlist(.setRepeat): "loop-playlist"
        case .addSound: "audio-add"
        case .removeSound: "audio-remove"
        case .reloadSound: "audio-reload"
        case .subtitle(.add): "sub-add"
        case .subtitle(.remove): "sub-remove"
        case .subtitle(.reload): "sub-reload"
        case .subtitle(.seek): "sub-seek"
        case .subtitle(.step): "sub-step"
        case .screenshot: "screenshot"
        case .screenshotFile: "screenshot-to-file"
        case .message: "script-message"
        case .scriptBinding: "script-binding"
        default: "command"
        }
    }
}
