package import Encoding
import Lists
package import PlayCore

/// What came of a command: its result, which nearly always is ``JSONValue/null``, or why it was not carried out.
package typealias CommandAnswer = Result<JSONValue, CommandError>

/// Whoever carries out commands: the loop of the screen, or that of a player without one. Main thread.
package protocol CommandRunner: AnyObject {
    var properties: PropertyContext { get }

    /// Carries out a command and returns at once.
    ///
    /// - Parameter answer: called once: before this returns, or later where files have to be looked at first.
    func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void)
}

extension CommandRunner {
    /// - Returns: what is wrong; nil: it is done or under way.
    @discardableResult
    package func run(_ command: BoundCommand) -> CommandError? {
        var error: CommandError?
        run(command) { if case .failure(let reason) = $0 { error = reason } }
        return error
    }
}

/// The seam for what a command needs beyond the session that plays: the list of items, subtitles, screenshots. Main
/// thread.
package protocol CommandTarget: AnyObject {
    /// Carries out what the session and the screen cannot.
    ///
    /// - Parameter answer: as for ``CommandRunner/run(_:answer:)``.
    func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void)
}

/// Something beside keys and mouse that sends commands: a socket, the desktop; the layer Control does not know the loop
/// that serves it. Main thread.
package protocol LoopService: AnyObject {
    /// Signalled when there is something to serve.
    var wakeUp: WakeUp { get }

    /// Carries out what came, and tells what changed. Called in each pass of the loop; must not block.
    /// - Returns: when to call again although nothing happens; nil: never.
    func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime?

    /// Sends words to its clients.
    ///
    /// - Returns: whether a client received them.
    func deliver(_ message: ClientMessage) -> Bool

    /// Call once, last.
    func close()
}

extension LoopService {
    package func deliver(_ message: ClientMessage) -> Bool { false }
}

/// mpv's `client-message`: words that a command sends to clients.
package struct ClientMessage: Sendable, Equatable {
    /// Name of the client; `nil` addresses every client.
    package let target: String?
    package let words: [String]

    package init(to target: String? = nil, _ words: [String]) {
        (self.target, self.words) = (target, words)
    }
}

extension PlayerCommand {
    /// The word of commands that go to a ``CommandTarget``; a general one for the others.
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
