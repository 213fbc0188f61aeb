import Access
import Catalogue
import Commands
import Foundation
import ListPlayer
import Lists
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerServices
import PlayerSettings
import TestSupport

/// A player with its list, a real engine, and fakes at the engine's ends.
final class PlayerHarness {
    let player: Player
    private let access: SourceAccess
    private(set) var said: [String] = []

    init(_ paths: [String] = [], _ change: (inout PlayerOptions) -> Void = { _ in }) {
        var options = PlayerOptions()
        options.network.proxy = ""
        change(&options)
        let access = SourceAccess(AccessSettings(options))
        let (viewer, passwords) = (Viewer(options.user), AccountPasswords())
        let wakeUp = WakeUp()
        let queue = PlayQueue(
            paths.map { PlayQueue.Item($0) }, options, access.playlistLoader(isRecursive: false))
        self.access = access
        player = Player(
            queue, order: queue.order(ListRules(options)), access: access,
            services: ServiceDirectory { Services($0, access, viewer, passwords) }, memory: nil,
            engine: PlaybackEngine(
                videoSink: CapturingVideoSink(), makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: wakeUp),
            wakeUp: wakeUp)
        player.onWarning = { [unowned self] in said.append($0) }
        player.start()
    }

    deinit {
        player.close()
        player.controller.destroy()
        access.close()
    }

    /// Asks for the snapshot and for what changed each 2 ms until `condition` holds.
    ///
    /// - Returns: false: it never did.
    func wait(_ condition: (PlaybackSnapshot, ListChange) -> Bool) -> Bool {
        let clock = SystemClock()
        let deadline = clock.now + Patience.limit
        let bell = Doorbell()
        while clock.now < deadline {
            if condition(player.snapshot, player.takeChange()) { return true }
            _ = bell.wait(after: 0, until: clock.now + .milliseconds(2))
        }
        return false
    }

    /// Carries out commands, each when the one before has been answered.
    func answers(_ lines: String...) throws -> [CommandAnswer] {
        var answers: [CommandAnswer] = []
        for line in lines {
            let count = answers.count
            player.run(try BoundCommand.parse(line: line)[0].command) { answers.append($0) }
            _ = wait { _, _ in answers.count > count }
        }
        return answers
    }

    /// Names of the files in the list, in its order.
    var names: [String] { player.contents.items.map { ($0.location as NSString).lastPathComponent } }
}
