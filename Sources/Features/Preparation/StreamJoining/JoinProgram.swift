import DownloadModel
import Encoding
import Glibc
import PlayCore

/// The program that the downloads daemon, which has no FFmpeg, starts to convert a stream to a file. Reports on
/// standard output, and exits if that write fails, because the daemon has then ended.
package enum JoinProgram {
    private static let planLimit = 4 << 20
    /// Fast enough to read.
    private static let interval = HostTime.milliseconds(500)

    /// Returns the exit status, or `nil` if the arguments are for something else.
    package static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count == 2, arguments[0] == JoinPlan.programWord else { return nil }
        // Yields the processor to playback.
        _ = nice(10)
        guard let plan = plan(arguments[1]) else {
            say(.failed(DownloadProblem(.unreadable, detail: "the plan of joining")))
            return 1
        }
        var last = HostTime.zero
        let end = StreamJoiner(plan).run { share in
            let now = SystemClock().now
            guard now - last >= interval else { return }
            last = now
            say(.progress(share))
        }
        say(end)
        return 0
    }

    private static func plan(_ path: String) -> JoinPlan? {
        do throws(FileError) {
            let bytes = try WholeFile.read(path, limit: planLimit)
            return (try? JSONValue(document: bytes)).flatMap { JoinPlan($0) }
        } catch {
            return nil
        }
    }

    private static func say(_ news: JoinNews) {
        let line = news.json.bytes + [UInt8(ascii: "\n")]
        guard write(1, line, line.count) == line.count else { exit(1) }
    }
}
