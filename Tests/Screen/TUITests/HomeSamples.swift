import Cells
import Commands
import DownloadModel
import History
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

@testable import ClassPanes
@testable import DownloadScreen
@testable import HomeScreen
@testable import TUI

/// Home with typical content.
extension Samples {
    static func historyRow(
        _ name: String, at position: MediaTime?, of duration: MediaTime?, isFinished: Bool = false,
        isClass: Bool = false
    ) -> HistoryList.Row {
        HistoryList.Row(
            key: name, location: "/home/mei/Videos/" + name, isClass: isClass, title: name, played: "2026-11-20 20:15",
            position: position, duration: duration, isFinished: isFinished)
    }

    static let remembered = HistoryList(
        number: 1,
        .rows(
            played: [
                historyRow("The other road.mkv", at: .seconds(754), of: .seconds(3723)),
                historyRow("Sintel.mp4", at: .seconds(880), of: .seconds(888), isFinished: true),
                historyRow("Algebra", at: nil, of: .seconds(3000), isFinished: true, isClass: true),
            ],
            resumable: [
                historyRow("The other road.mkv", at: .seconds(754), of: .seconds(3723)),
                historyRow("第三讲：矩阵.mp4", at: .seconds(60), of: .seconds(2700)),
            ]))

    /// Returns the home of `tvplay` without arguments.
    static func home(_ columns: Int = 80, _ rows: Int = 24, isASCII: Bool = false) -> AppState {
        var state = AppState(terminal: traits(columns, rows, isASCII: isASCII))
        state.home.isOffered = true
        state.navigation.base = .home
        state.home.homeFolder = "/home/mei"
        state.home.library = ["/home/mei/Videos", "/mnt/disk/Films"]
        state.options.idle = .yes
        state.downloads.offer()
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 0)))
        state.apply(.history(remembered), .library(.details(["/home/mei/Videos": .folder(media: 47)])))
        return state
    }

    static let folderNames: [(String, FolderEntry.Kind)] = [
        ("Series", .folder), ("Algebra class", .folder), ("Episode 2.mkv", .media), ("Episode 10.mkv", .media),
        (
            "Episode 1 - a name that is longer than most terminals are wide, which happens to films now and then.mkv",
            .media
        ),
        ("\u{1B}[31mred\u{202E}.mp4", .media), ("第三讲：矩阵.mp4", .media), ("list.m3u", .playlist),
        ("cover.jpg", .other), ("notes.txt", .other),
    ]

    static func listing(
        _ path: String = "/home/mei/Videos", _ names: [(String, FolderEntry.Kind)] = folderNames
    ) -> FolderListing {
        FolderListing(path: path, realPath: path, entries: names.map { FolderEntry($0.0, $0.1) })
    }

    /// Returns the first folder of the library.
    static func folder(_ columns: Int = 80, _ rows: Int = 24, isASCII: Bool = false) -> AppState {
        var state = home(columns, rows, isASCII: isASCII)
        state.home.list.select(.folder("/home/mei/Videos"))
        state.press(.enter)
        state.apply(
            .library(.folder(path: "/home/mei/Videos", .listing(listing()))),
            .library(
                .details([
                    "/home/mei/Videos/Series": .folder(media: 12), "/home/mei/Videos/Algebra class": .room,
                    "/home/mei/Videos/Episode 2.mkv": .media(duration: .seconds(2712)),
                    "/home/mei/Videos/Episode 10.mkv": .media(duration: .seconds(3661)),
                ])))
        return state
    }
}
