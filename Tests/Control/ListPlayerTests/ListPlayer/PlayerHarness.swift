import Access
import Catalogue
import Commands
import Foundation
import ListPlayer
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
import TestSupport

/// A player with its list and a real engine, with fakes for the picture and sound outputs.
final class PlayerHarness {
    let player: Player
    let access: SourceAccess
    private(set) var said: [String] = []
    private(set) var notices: [String] = []

    /// - Parameter change: changes the default options.
    convenience init(_ paths: [String] = [], _ change: (inout PlayerOptions) -> Void = { _ in }) {
        var options = PlayerOptions()
        change(&options)
        self.init(paths.map { PlayQueue.Item($0) }, options)
    }

    /// Creates a player with options and items as they are typed.
    convenience init(typed words: [String], consumers: [any SessionConsumer] = []) throws {
        let parsed = try OptionParser.parse(words)
        self.init(
            parsed.items.map { PlayQueue.Item($0.path, isPlaylist: $0.isPlaylist, $0.overrides) }, parsed.options,
            cache: parsed.cacheOfAnyItem, consumers: consumers)
    }

    private init(
        _ items: [PlayQueue<PlayerOptions>.Item], _ wishes: PlayerOptions, cache: CacheOptions = CacheOptions(),
        consumers: [any SessionConsumer] = []
    ) {
        var options = wishes
        options.network.proxy = ""
        let access = SourceAccess(options, cache: cache)
        let (viewer, passwords) = (Viewer(options.user), AccountPasswords())
        let wakeUp = WakeUp()
        let queue = PlayQueue(items, options, access.playlistLoader(isRecursive: false))
        self.access = access
        player = Player(
            queue, order: queue.order(ListRules(options)), access: access,
            services: ServiceDirectory { Services($0, access, viewer, passwords) }, memory: nil,
            engine: PlaybackEngine(
                videoSink: CapturingVideoSink(), makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: wakeUp),
            wakeUp: wakeUp, consumers: consumers)
        player.onWarning = { [unowned self] in said.append($0) }
        player.onNotice = { [unowned self] in notices.append($0) }
        player.start()
    }

    deinit {
        player.close()
        player.controller.destroy()
        player.reporter?.close()
        access.close()
    }

    /// Evaluates `condition` every 5 ms with the snapshot and the changes until it holds.
    ///
    /// - Returns: `false` if it never held.
    func wait(_ condition: (PlaybackSnapshot, ListChange) -> Bool) -> Bool {
        eventually { condition(player.snapshot, player.takeChange()) }
    }

    /// Waits until the player plays, or shows its first picture.
    func waitUntilReady() -> Bool { wait { snapshot, _ in [.ready, .playing, .paused].contains(snapshot.status) } }

    /// Runs commands, each after the answer to the previous one.
    func answers(_ lines: String...) throws -> [CommandAnswer] {
        var answers: [CommandAnswer] = []
        for line in lines {
            let count = answers.count
            player.run(try BoundCommand.parse(line: line)[0].command) { answers.append($0) }
            _ = wait { _, _ in answers.count > count }
        }
        return answers
    }

    /// The file names in the list, in order.
    var names: [String] { player.contents.items.map { ($0.location as NSString).lastPathComponent } }
}
