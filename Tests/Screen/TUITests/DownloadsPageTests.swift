import Cells
import DownloadModel
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import DownloadScreen
@testable import TUI

@Suite("Rows of the list of downloads")
struct DownloadsPageTests {
    private func page(_ downloads: DownloadsState = Samples.downloads) -> DownloadsPage {
        var page = DownloadsPage()
        page.update(downloads)
        return page
    }

    private func titles(_ page: DownloadsPage) -> [String] {
        page.rows.map { row in
            switch row {
            case .heading(let isRooms, let count): "\(isRooms ? "rooms" : "videos") \(count)"
            case .entry(let index): String(page.entries[index].name.prefix(9))
            }
        }
    }

    @Test("DL-16: downloads are listed in the order of adding, or in a chosen order, which can be reversed")
    func orders() {
        var page = page()
        let own = titles(page)
        expect(own.count, is: 7)
        expect(own.first, is: "Linear al")
        page.sort(by: .size)
        expect(titles(page).prefix(2), is: ["The whole", "第三讲：矩阵"])
        page.sort(by: .size)
        expect(titles(page).last, is: "The whole")
        #expect(page.isReversed)
        page.sort(by: .title)
        expect(titles(page).first, is: "Big Buck ")
        #expect(!page.isReversed)
        page.sort(by: .speed)
        expect(titles(page).first, is: "Linear al")
        page.sort(by: .left)
        expect(titles(page).first, is: "Linear al")
        page.sort(by: .state)
        expect(titles(page).first, is: "Linear al")
        expect(titles(page).last, is: "Big Buck ")
        page.sort(by: .priority)
        expect(titles(page).first, is: "Big Buck ")
        page.sort(by: .progress)
        expect(titles(page).prefix(2), is: ["Big Buck ", "Old lectu"])
        for _ in DownloadSort.allCases where page.sort != .added { page.sortByNext() }
        expect(titles(page), is: own)
        page.reverse()
        expect(titles(page), is: own.reversed())
    }

    @Test("DL-17: each state has a tab with its count, and failed and lost downloads share one")
    func tabs() {
        var page = page()
        let counts: [DownloadTab: Int] = [.all: 7, .running: 2, .paused: 1, .done: 1, .failed: 3]
        expect(page.counts, is: counts)
        for (tab, count) in counts {
            page.turn(to: tab)
            expect(page.rows.count, is: count)
        }
        page.turn(to: .failed)
        page.turn(by: 1)
        expect(page.tab, is: .all)
        page.turn(by: -1)
        expect(page.tab, is: .failed)
    }

    @Test("DL-28: rooms and videos can be grouped, and the selection skips headings")
    func groups() {
        var page = page()
        page.toggleGroups()
        #expect(titles(page).first == "videos 6" && titles(page)[7] == "rooms 1")
        page.move(.last, height: 10)
        expect(page.selected?.kind, is: .room)
        page.move(.rows(-1), height: 10)
        expect(page.selected?.name, is: "The whole archive")
        page.move(.rows(1), height: 10)
        expect(page.selected?.kind, is: .room)
        page.move(.first, height: 10)
        expect(page.selected?.name, is: "Big Buck Bunny")
        expect(page.selectedNumber, is: 1)
        page.move(.rows(-1), height: 10)
        expect(page.selected?.name, is: "Big Buck Bunny")
    }

    @Test("a filter matches any part of a title, and the selection stays with its download")
    func filter() {
        var page = page()
        page.move(.rows(2), height: 10)
        expect(page.selected?.name.hasPrefix("Lecture 12"), is: true)
        page.setFilter("lect")
        expect(page.rows.count, is: 2)
        expect(page.selected?.name.hasPrefix("Lecture 12"), is: true)
        page.setFilter("矩阵")
        expect(page.rows.count, is: 1)
        expect(page.selected?.name, is: "第三讲：矩阵")
        page.setFilter("nothing such")
        #expect(page.rows.isEmpty)
        expect(page.selected, is: nil)
        #expect(page.lines(height: 5).isEmpty)
        page.setFilter("lecture")
        page.setFilter(nil)
        expect(page.rows.count, is: 7)
        page.select(page.entries[0].id)
        page.selectMatch(1)
        expect(page.selected?.name.hasPrefix("Lecture 12"), is: true)
        page.selectMatch(1)
        expect(page.selected?.name, is: "Old lecture")
        page.selectMatch(1)
        expect(page.selected?.name.hasPrefix("Lecture 12"), is: true)
        page.selectMatch(-1)
        expect(page.selected?.name, is: "Old lecture")
    }

    @Test("the selection stays with its download, and passes to the neighbour if that is removed")
    func arrivals() {
        var page = page()
        page.move(.rows(3), height: 10)
        let id = page.selected?.id
        var downloads = Samples.downloads
        downloads.listNumber = 2
        downloads.entries.remove(at: 0)
        page.update(downloads)
        expect(page.selected?.id, is: id)
        downloads.listNumber = 3
        downloads.entries.removeAll { $0.id == id }
        page.update(downloads)
        expect(page.selected?.name, is: "Variations on a theme")
        downloads.listNumber = 4
        downloads.entries = []
        page.update(downloads)
        expect(page.selected, is: nil)
    }

    @Test("DL-22: figures differ visibly by a thousandth of progress, or by speed or size")
    func threshold() {
        let drawn = DownloadFigures(done: 500, total: 1000, bytesPerSecond: 7, fraction: 0.5)
        var other = drawn
        (other.done, other.fraction) = (500, 0.5009)
        #expect(!drawn.differsVisibly(from: other))
        other.fraction = 0.501
        #expect(drawn.differsVisibly(from: other))
        other = drawn
        other.bytesPerSecond = 8
        #expect(drawn.differsVisibly(from: other))
        other = drawn
        other.total = 1001
        #expect(drawn.differsVisibly(from: other))
    }

    @Test("DL-22: a change too small to be visible does not change the page")
    func unseen() {
        var page = page()
        var downloads = Samples.downloads
        let lecture = downloads.entries[0]
        downloads.figures = [lecture.id: lecture.figures]
        downloads.number = 2
        page.update(downloads)
        downloads.figures[lecture.id]?.fraction += 0.0005
        downloads.figures[lecture.id]?.done += 40_000
        downloads.number = 3
        let isOther = page.update(downloads)
        #expect(!isOther && page.figures(of: page.entries[0]).fraction == lecture.figures.fraction)
        downloads.figures[lecture.id]?.fraction += 0.0006
        downloads.number = 4
        let isSeen = page.update(downloads)
        #expect(isSeen && page.figures(of: page.entries[0]).fraction > lecture.figures.fraction + 0.001)
    }

    @Test("DL-18: an expanded download shows its first files, and an error always has its own line")
    func expanding() {
        var page = page()
        expect(page.lines(height: 40).count, is: 7 + 3)
        page.expand(true)
        expect(
            Array(page.lines(height: 40).prefix(5)), is: [.entry(0), .file(0, 0), .file(0, 1), .file(0, 2), .entry(1)])
        page.expand(nil)
        expect(page.lines(height: 40).count, is: 7 + 3)
        page.toggleAllExpanded()
        expect(page.lines(height: 40).count, is: 7 + 3 + 9)
        var downloads = Samples.downloads
        downloads.listNumber = 2
        downloads.entries[0].files = (0..<40).map { DownloadFile(name: "\($0)", role: .slide) }
        page.update(downloads)
        let lines = page.lines(height: 10)
        expect(lines[DownloadsPage.mostFiles], is: .moreFiles(40 - DownloadsPage.mostFiles + 1))
        expect(lines[DownloadsPage.mostFiles + 1], is: .entry(1))
    }

    @Test(
        "the selected download is always in view, and at most one line is blank",
        arguments: 1...9)
    func view(height: Int) {
        var page = page(Samples.manyDownloads(60))
        page.toggleAllExpanded()
        for (step, motion) in Self.motions.enumerated() {
            page.move(motion, height: height)
            let lines = page.lines(height: height)
            #expect((height - 1...height).contains(lines.count), "\(step)")
            let selected = page.entries.firstIndex { $0.id == page.selected?.id }
            #expect(lines.contains { $0 == selected.map { .entry($0) } }, "\(step): \(motion)")
        }
    }

    private static let motions: [ListMotion] = [
        .rows(1), .rows(5), .pages(1), .pages(2), .halfPages(-1), .last, .rows(-1), .pages(-1), .rows(3), .first,
        .rows(-1), .rows(59), .rows(-20), .halfPages(1),
    ]

    @Test("DL-21: ten thousand downloads are sorted once, and only visible ones are drawn and watched")
    func many() {
        var state = Samples.downloadsHome(120, 36, Samples.manyDownloads(10_000))
        let once = state.downloads.arrangementCount
        for _ in 0..<200 { state.press("j") }
        for _ in 0..<50 { state.press(.pageDown) }
        state.mouse(.wheelDown, 10, 10)
        var downloads = state.downloads.state
        downloads.number += 1
        downloads.figures = [
            downloads.entries[0].id: DownloadFigures(done: 1, total: 2, bytesPerSecond: 3, fraction: 0.5)
        ]
        state.apply(.downloads(downloads))
        expect(state.downloads.arrangementCount, is: once)
        let height = state.downloadsLayout.list.height
        expect(state.downloads.lines(height: height).count, is: height)
        let watched = state.watchedDownloads ?? []
        #expect(!watched.isEmpty)
        #expect(watched.count <= height)
        state.press("s")
        expect(state.downloads.arrangementCount, is: once + 1)
    }

    @Test("columns that are empty in all rows are hidden, and an untitled download is named by its address")
    func emptyColumns() {
        var record = DownloadRecord(
            id: DownloadID(number: 1), label: .paused, reference: "https://cdn.example.org/a/long/way/film0001.mp4")
        expect(record.shownTitle, is: "film0001.mp4 (cdn.example.org)")
        var state = Samples.downloadsHome(100, 30)
        var downloads = DownloadsState()
        (downloads.number, downloads.listNumber, downloads.phase) = (2, 2, .ready)
        downloads.entries = [record]
        state.apply(.downloads(downloads))
        func columns() -> [DownloadsLayout.Column] { state.downloadsLayout.columns.map(\.column) }
        expect(columns(), is: [.title, .bar, .percent, .state])
        record.label = .downloading
        (record.priority, record.definition) = (0.8, "720p")
        downloads.entries = [record]
        (downloads.number, downloads.listNumber) = (3, 3)
        state.apply(.downloads(downloads))
        expect(columns(), is: DownloadsLayout.Column.allCases)
        record.reference = "https://cdn.example.org/show/master.m3u8"
        expect(record.shownTitle, is: "show/master.m3u8 (cdn.example.org)")
    }

    @Test("DL-19: a priority is shown as the number of presses of + or - that lead to it")
    func priorities() {
        var record = DownloadRecord(id: DownloadID(number: 1), label: .paused, reference: "http://a/b")
        for (priority, step, text) in [
            (0.5, "", "normal"), (0.8, "+3", "higher (+3)"), (1, "+5", "higher (+5)"), (0, "-5", "lower (-5)"),
            (1.0 / 3, "-2", "lower (-2)"),
        ] {
            record.priority = priority
            expect(record.field(.priority, record.figures), is: step)
            expect(record.priorityText, is: text)
        }
    }

    @Test(
        "DL-19: a waiting download shows its reason, and the header counts running and waiting downloads"
    )
    func notes() {
        var state = Samples.downloadsHome(100, 30)
        var downloads = Samples.downloads
        downloads.number = 2
        (downloads.runningCount, downloads.waitingCount) = (2, 4)
        let id = downloads.entries[0].id
        var activity = DownloadActivity(waiting: .server)
        activity.serverLimit = 6
        downloads.activities = [id: activity]
        state.apply(.downloads(downloads))
        var text = state.screenText()
        #expect(text.contains("2 running · 4 waiting"), "\(text)")
        #expect(text.contains("waiting: 6 connections to this server"), "\(text)")
        activity = DownloadActivity(phase: .retrying)
        activity.retry = DownloadRetry(.refused, seconds: 20, attempt: 2, attempts: 5)
        (downloads.number, downloads.activities) = (3, [id: activity])
        state.apply(.downloads(downloads))
        text = state.screenText()
        #expect(text.contains("connection refused, next try in 20 s (2 of 5)"), "\(text)")
        downloads.activities[id] = DownloadActivity(phase: .transfer)
        downloads.activities[id]?.playingLimit = 262_144
        downloads.number = 5
        state.apply(.downloads(downloads))
        #expect(state.screenText().contains("limited to 262.1 kB/s while a player streams"))
        downloads.activities[id]?.phase = .joining
        downloads.activities[id]?.joined = 0.43
        downloads.number = 6
        state.apply(.downloads(downloads))
        #expect(state.screenText().contains("joining 43%"))
    }
}

extension AppState {
    fileprivate func screenText() -> String { ScreenText.render(compose(self, at: Samples.now).chrome) }
}
