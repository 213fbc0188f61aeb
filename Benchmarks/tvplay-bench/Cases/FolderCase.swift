import Cells
import Glibc
import HomeScreen
import Library
import PlayCore
import ScreenKit
import TUI

enum FolderCase {
    static let folder = BenchCase(
        "folder", "a folder of 50,000 files in home: from the disk to the list, and a step with its screen"
    ) { _ in
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try fill(folder.path)
        let began = SystemClock().now
        let listing: FolderListing
        do throws(FileError) {
            listing = try FolderListing.read(folder.path)
        } catch {
            throw BenchError("\(error)")
        }
        let read = SystemClock().now
        var state = AppState(terminal: TerminalTraits(columns: 200, rows: 60))
        state.home.isOffered = true
        state.home.library = [folder.path]
        _ = state.openPage(.home, at: read)
        _ = reduce(&state, .input(.key(KeyPress(.enter))), now: read)
        _ = reduce(&state, .library(.folder(path: folder.path, .listing(listing))), now: read)
        let shown = SystemClock().now
        _ = compose(state, at: shown)
        let composed = SystemClock().now
        for _ in 0..<steps {
            _ = reduce(&state, .input(.key(KeyPress(.down))), now: composed)
            _ = compose(state, at: composed)
        }
        let scrolled = SystemClock().now
        let subject = "\(count) files"
        return [
            Figure(subject: subject, name: "read and order", unit: "ms", value: (read - began).inMilliseconds),
            Figure(subject: subject, name: "until shown", unit: "ms", value: (composed - began).inMilliseconds),
            Figure(
                subject: subject, name: "a step and its screen", unit: "ms",
                value: (scrolled - composed).inMilliseconds / Double(steps)),
        ]
    }

    private static let count = 50_000
    private static let steps = 500

    private static func fill(_ path: String) throws(BenchError) {
        for number in 0..<count {
            let descriptor = creat("\(path)/Lecture \(number) of the summer term.mkv", 0o600)
            guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
            close(descriptor)
        }
    }
}
