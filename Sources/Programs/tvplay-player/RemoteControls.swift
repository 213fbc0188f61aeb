import Cells
import Commands
import Glibc
import Media
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerScreen
import RemoteControl
import Storage

/// The controls of the player besides keys and mouse, as the options request. Main thread.
final class RemoteControls {
    private let ipc: IPCService?
    /// The socket for `tvplay remote`.
    private let session: IPCService?
    private let scripts: ScriptService?
    private let mpris: CoveredMPRIS?
    /// The message for the viewer if a requested control is unavailable.
    let problem: String?

    init(_ options: PlayerOptions, scripts files: ScriptFiles, cover: @escaping () -> VideoFrame?) {
        let isAllowed = options.isRemoteControlled
        let named = Self.openSocket(options.ipcServer)
        let own = Self.openSocket(isAllowed ? Self.sessionSocket() : nil, names: "remote-")
        (ipc, session, problem) = (named.0, own.0, named.problem ?? own.problem)
        scripts = files == ScriptFiles() ? nil : ScriptService(files)
        mpris = isAllowed ? CoveredMPRIS(image: options.remoteControlImage, cover: cover) : nil
    }

    var services: [any LoopService] { [ipc as (any LoopService)?, session, scripts, mpris].compactMap { $0 } }

    var consumer: any SessionConsumer { RemoteConsumer(sockets: [ipc, session].compactMap(\.self), scripts) }

    func reportProblems(_ tell: @escaping (String) -> Void) { scripts?.onProblem = tell }

    /// Returns `nil` if this user has no folder for it.
    private static func sessionSocket() -> String? {
        guard let folder = RuntimeFolder(), folder.make() else { return nil }
        return folder.playerSocket(of: getpid())
    }

    private static func openSocket(_ path: String?, names: String = "ipc-") -> (IPCService?, problem: String?) {
        guard let path else { return (nil, nil) }
        do {
            return (try IPCService(path: path, names: names), nil)
        } catch {
            return (nil, tr("Cannot create the socket %1: %2", SafeText.clean(error.path), reason(error.reason)))
        }
    }

    private static func reason(_ reason: IPCError.Reason) -> String {
        switch reason {
        case .tooLong: tr("name too long")
        case .notASocket: tr("a file exists there")
        case .inUse: tr("in use by another program")
        case .unsafeFolder: tr("the folder is writable by everyone")
        case .system(let text): text
        }
    }
}

/// Passes on events that a socket cannot derive from two states of the player.
private final class RemoteConsumer: SessionConsumer {
    private let sockets: [IPCService]
    private let scripts: ScriptService?

    init(sockets: [IPCService], _ scripts: ScriptService?) {
        (self.sockets, self.scripts) = (sockets, scripts)
    }

    func didAdvance(to session: PlaybackSession) {
        for socket in sockets { socket.noteBegin(of: session.video.entry) }
        scripts?.noteBegin(of: session.video.entry)
    }

    func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {
        for socket in sockets { socket.noteEnd() }
        scripts?.noteEnd()
    }

    func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool) {
        for socket in sockets { socket.note(point, isSkipped: isSkipped) }
        scripts?.note(point, isSkipped: isSkipped)
    }

    func session(_ session: PlaybackSession, didMeet event: AdvertEvent, at position: MediaTime) {
        for socket in sockets { socket.note(event, at: position) }
        scripts?.note(event, at: position)
    }
}
