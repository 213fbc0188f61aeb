import Commands
import DownloadModel
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

@testable import ClassPanes
@testable import DownloadScreen
@testable import TUI

/// Downloads in every state.
extension Samples {
    static let lecture: DownloadRecord = {
        var record = DownloadRecord(
            id: DownloadID(number: 0xa1), label: .downloading, reference: "https://school.example/w/algebra7")
        record.title = "Linear algebra 7"
        record.kind = .room
        record.definition = "720p"
        record.figures = DownloadFigures(
            done: 633_672_000, total: 812_400_000, bytesPerSecond: 6_100_000, fraction: 0.78)
        record.folder = "/home/mei/Downloads/Linear algebra 7"
        record.files = [
            DownloadFile(name: "video.mp4", role: .video, size: 780_100_000),
            DownloadFile(name: "signal.json", role: .signal, size: 1_200_000),
            DownloadFile(name: "watermark.png", role: .watermark),
        ]
        record.notes = ["course": "MATH-101"]
        return record
    }()

    static func download(
        _ number: Int, _ title: String, _ label: DownloadLabel, fraction: Double, total: Int64?,
        problem: DownloadProblem? = nil
    ) -> DownloadRecord {
        var record = DownloadRecord(
            id: DownloadID(number: UInt64(number)), label: label, reference: "https://films.example/\(number).mp4")
        record.title = title
        record.problem = problem
        record.definition = "1080p"
        record.figures = DownloadFigures(
            done: Int64(fraction * Double(total ?? 0)), total: total, fraction: fraction)
        record.folder = "/home/mei/Downloads"
        record.files = [DownloadFile(name: "\(number).mp4", role: .video, size: total)]
        return record
    }

    static let downloads: DownloadsState = {
        var state = DownloadsState()
        state.number = 1
        state.listNumber = 1
        state.phase = .ready
        state.bytesPerSecond = 14_200_000
        state.runningCount = 2
        state.freeBytes = 212_000_000_000
        var bunny = download(2, "Big Buck Bunny", .done, fraction: 1, total: 254_000_000)
        bunny.priority = 0.8
        var song = download(5, "Variations on a theme", .downloading, fraction: 0, total: nil)
        (song.kind, song.definition, song.phase) = (.audio, "Audio only", .preparing)
        var lost = download(
            6, "Old lecture", .fileLost, fraction: 1, total: 80_000_000,
            problem: .init(.fileLost))
        lost.mode = .secure
        state.entries = [
            lecture, bunny,
            download(
                3, "Lecture 12: eigenvalues and what they are good for", .failed, fraction: 0.27,
                total: 91_300_000, problem: .init(.refused, number: 403)),
            download(4, "第三讲：矩阵", .paused, fraction: 0.5, total: 1_954_000_000), song, lost,
            download(
                7, "The whole archive", .failed, fraction: 0.9, total: 4_000_000_000_000,
                problem: .init(.noSpace, number: 400_000_000_000)),
        ]
        return state
    }()

    /// Returns the list alone, as `tvplay downloads` shows it.
    static func downloadsHome(
        _ columns: Int = 80, _ rows: Int = 24, _ downloads: DownloadsState = downloads, isASCII: Bool = false
    ) -> AppState {
        var state = AppState(terminal: Samples.traits(columns, rows, isASCII: isASCII))
        state.downloads.offer()
        state.navigation.base = .downloads
        _ = state.openPage(.downloads, at: now)
        state.apply(.downloads(downloads))
        return state
    }

    static func downloadsOverFilm(_ columns: Int = 80, _ rows: Int = 24, _ downloads: DownloadsState = downloads)
        -> AppState
    {
        var state = rich(columns, rows)
        state.report { $0.pictureAspect = 16 / 9 }
        state.downloads.offer()
        state.apply(.downloads(downloads))
        state.press("g")
        state.press("D")
        return state
    }

    /// Makes the item that plays an address with several definitions.
    static func offerDownload(_ state: inout AppState) {
        state.downloads.offer()
        state.list = PlaylistContents(locations: ["https://school.example/w/algebra7"], index: 0)
        let definitions = [
            DefinitionInfo(key: .hd720, name: "720p", width: 1280, height: 720),
            DefinitionInfo(key: .hd1080, name: "1080p", width: 1920, height: 1080),
        ]
        state.report { $0.sourceDefinitions = definitions }
    }

    static func manyDownloads(_ count: Int) -> DownloadsState {
        var state = DownloadsState()
        (state.number, state.listNumber, state.phase) = (1, 1, .ready)
        state.entries = (0..<count).map { number in
            let isRunning = number % 3 == 0
            return download(
                number + 1, "Lecture \(number)", isRunning ? .downloading : .done,
                fraction: isRunning ? 0.5 : 1, total: Int64(1_000_000 + number * 7919 % 5000))
        }
        return state
    }
}

extension AppState {
    var downloadsLayout: DownloadsLayout { DownloadsLayout(downloads, context(of: .downloads)) }
}
