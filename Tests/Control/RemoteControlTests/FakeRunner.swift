import Commands
import Encoding
import PlayCore
import PlaybackModel
import Playlists

/// A command runner that records commands and returns properties of the test.
final class FakeRunner: CommandRunner {
    var properties = PropertyContext()
    private(set) var commands: [BoundCommand] = []
    var error: CommandError?

    /// Whether answers wait for ``finish(_:)``.
    var isSlow = false
    private var open: [(CommandAnswer) -> Void] = []

    func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void) {
        commands.append(command)
        if isSlow { return open.append(answer) }
        answer(error.map { .failure($0) } ?? .success(.null))
    }

    /// Answers the oldest pending command.
    func finish(_ answer: CommandAnswer) { open.removeFirst()(answer) }

    /// Returns a context that plays at 10 s of 60 s.
    static func playing(item: String = "/films/a b.mkv", index: Int = 0) -> PropertyContext {
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        snapshot.item = item
        snapshot.title = "A title"
        snapshot.duration = .seconds(60)
        snapshot.canSeek = true
        var context = PropertyContext(
            snapshot: snapshot, position: .seconds(10),
            playlist: PlaylistContents(locations: [item, "/films/c.mkv"], index: index))
        context.itemNumber = index + 1
        return context
    }
}
