import Commands
import PlayCore
import PlaybackModel
import TUI

/// Downloads in every state.
extension Samples {
    static let lecture: DownloadEntry = {
        var entry = DownloadEntry(
            id: "00000000000000a1", title: "Linear algebra 7", reference: "https://school.example/w/algebra7",
            stateText: "downloading")
        entry.kind = .room
        entry.definition = "720p"
        entry.figures = DownloadFigures(
            done: 633_672_000, total: 812_400_000, bytesPerSecond: 6_100_000, fraction: 0.78)
        entry.folder = "/home/mei/Downloads/Linear algebra 7"
        entry.files = [
            DownloadEntry.File(
                path: "/home/mei/Downloads/Linear algebra 7/video.mp4", role: "video", size: 780_100_000),
            DownloadEntry.File(
                path: "/home/mei/Downloads/Linear algebra 7/signal.json", role: "signal", size: 1_200_000),
            DownloadEntry.File(path: "/home/mei/Downloads/Linear algebra 7/cover.jpg", role: "cover"),
        ]
        entry.notes = [DownloadEntry.Note("course", "MATH-101")]
        return entry
    }()

    static func download(
        _ number: Int, _ title: String, _ state: DownloadEntry.State, _ stateText: String, fraction: Double,
        total: Int64?, problem: DownloadEntry.Problem? = nil
    ) -> DownloadEntry {
        let digits = String(number, radix: 16)
        var entry = DownloadEntry(
            id: String(repeating: "0", count: 16 - digits.count) + digits, title: title,
            reference: "https://films.example/\(number).mp4", stateText: stateText)
        entry.state = state
        entry.problem = problem
        entry.definition = "1080p"
        entry.figures = DownloadFigures(
            done: Int64(fraction * Double(total ?? 0)), total: total, fraction: fraction)
        entry.folder = "/home/mei/Downloads"
        entry.files = [
            DownloadEntry.File(path: "/home/mei/Downloads/\(number).mp4", role: "video", size: total)
        ]
        return entry
    }

    static let downloads: DownloadFacts = {
        var facts = DownloadFacts()
        facts.number = 1
        facts.listNumber = 1
        facts.phase = .ready
        facts.bytesPerSecond = 14_200_000
        facts.freeBytes = 212_000_000_000
        var bunny = download(2, "Big Buck Bunny", .done, "done", fraction: 1, total: 254_000_000)
        bunny.priority = 0.8
        var song = download(5, "Variations on a theme", .downloading, "preparing", fraction: 0, total: nil)
        (song.kind, song.definition) = (.audio, "Audio only")
        var lost = download(
            6, "Old lecture", .lost, "file lost", fraction: 1, total: 80_000_000,
            problem: .init("the file is gone", .downloadAgain))
        lost.isEncrypted = true
        facts.entries = [
            lecture, bunny,
            download(
                3, "Lecture 12: eigenvalues and what they are good for", .failed, "failed", fraction: 0.27,
                total: 91_300_000, problem: .init("the server answered with 403")),
            download(4, "第三讲：矩阵", .paused, "paused", fraction: 0.5, total: 1_954_000_000), song, lost,
            download(
                7, "The whole archive", .failed, "failed", fraction: 0.9, total: 4_000_000_000_000,
                problem: .init("the disk is full: 400.0 GB are missing", .makeRoom)),
        ]
        return facts
    }()

    /// The list alone, as `tvplay downloads` shows it.
    static func downloadsHome(
        _ columns: Int = 80, _ rows: Int = 24, _ facts: DownloadFacts = downloads, isASCII: Bool = false
    ) -> AppState {
        var state = AppState(terminal: Samples.facts(columns, rows, isASCII: isASCII))
        state.downloads.isOffered = true
        state.downloads.isHome = true
        state.openDownloads(at: now)
        state.apply(.downloads(facts))
        return state
    }

    /// Over a film.
    static func downloadsOverFilm(_ columns: Int = 80, _ rows: Int = 24, _ facts: DownloadFacts = downloads) -> AppState
    {
        var state = rich(columns, rows)
        state.snapshot.pictureAspect = 16 / 9
        state.downloads.isOffered = true
        state.apply(.downloads(facts))
        state.press("g")
        state.press("D")
        return state
    }

    /// What plays is at an address, in several definitions.
    static func offerDownload(_ state: inout AppState) {
        state.downloads.isOffered = true
        state.list = PlaylistFacts(locations: ["https://school.example/w/algebra7"], index: 0)
        state.snapshot.sourceDefinitions = [
            DefinitionInfo(key: .hd720, name: "720p", width: 1280, height: 720),
            DefinitionInfo(key: .hd1080, name: "1080p", width: 1920, height: 1080),
        ]
    }

    static func manyDownloads(_ count: Int) -> DownloadFacts {
        var facts = DownloadFacts()
        (facts.number, facts.listNumber, facts.phase) = (1, 1, .ready)
        facts.entries = (0..<count).map { number in
            let isRunning = number % 3 == 0
            return download(
                number + 1, "Lecture \(number)", isRunning ? .downloading : .done, isRunning ? "downloading" : "done",
                fraction: isRunning ? 0.5 : 1, total: Int64(1_000_000 + number * 7919 % 5000))
        }
        return facts
    }
}
