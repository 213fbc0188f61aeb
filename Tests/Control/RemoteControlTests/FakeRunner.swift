import Commands
import Encoding
import Lists
import PlayCore
import PlaybackModel

/// Notes commands; properties are what a test wrote down.
final class FakeRunner: CommandRunner {
    var properties = PropertyContext()
    private(set) var commands: [BoundCommand] = []
    var error: CommandError?

    /// Answers are kept until ``finish(_:)``.
    var isSlow = false
    private var open: [(CommandAnswer) -> Void] = []

    func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void) {
        commands.append(command)
        if isSlow { return open.append(answer) }
        answer(error.map { .failure($0) } ?? .success(.null))
    }

    /// Answers the oldest one.
    func finish(_ answer: CommandAnswer) { open.removeFirst()(answer) }

    /// Playing at 10 s of 60 s.
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
