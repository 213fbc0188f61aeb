import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Layouts for kinds of streams")
struct LiveLayoutTests {
    private func tags(_ state: AppState) -> [[ControlTag]] {
        ScreenGeometry(state, at: Samples.now).barRows.map { $0.controls.map(\.tag) }
    }

    private func bar(_ state: AppState) -> String {
        ScreenText.text(row: state.terminal.rows - 1, of: compose(state, at: Samples.now).chrome)
    }

    @Test("UI-08: on-demand, live and live DVR streams each select their layout automatically")
    func automatic() {
        #expect(tags(Samples.playing(120, 30))[0].contains(.duration))
        expect(tags(Samples.live(behind: 4, window: 0)), is: [[.playback, .live, .title, .volume, .screenMode]])
        expect(
            tags(Samples.live(behind: 4, window: 1800)),
            is: [[.playback, .jumpBack, .currentTime, .progress, .live, .volume, .screenMode]])
        expect(
            tags(Samples.live(behind: 4, window: 1800, 60, 20)),
            is: [[.currentTime, .progress, .live], [.playback, .jumpBack, .title, .volume, .screenMode]])
        // The next item is on demand again.
        var state = Samples.live(behind: 4, window: 0)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)), .snapshot(Samples.snapshot()))
        #expect(tags(state)[0].contains(.progress) && !tags(state)[0].contains(.live))
    }

    @Test("UI-08: LIVE is bright at the edge and dim with the delay behind it, and activating it seeks to the edge")
    func goToLive() throws {
        let edge = Samples.live(behind: 4, window: 1800)
        #expect(bar(edge).contains("● LIVE "))
        #expect(!bar(edge).contains("● LIVE -"))
        var behind = Samples.live(behind: 42, window: 1800)
        #expect(bar(behind).contains("● LIVE -00:42"))
        let rows = ScreenGeometry(behind, at: Samples.now).barRows
        let live = try #require(rows[0].controls.first { $0.tag == .live })
        let chrome = compose(behind, at: Samples.now).chrome
        #expect(chrome[live.column, rows[0].row].attributes.contains(.dim))
        #expect(!compose(edge, at: Samples.now).chrome[live.column, rows[0].row].attributes.contains(.dim))
        let there = Effect.command(.seek(.percent(100), .keyframe))
        expect(behind.mouse(.press(.left), live.column, rows[0].row), is: [there])
        behind.bar.focus = .live
        expect(behind.press(.enter), is: [there])
        for key in "g" { behind.press(key) }
        expect(behind.press("e"), is: [there])
        behind.report { $0.status = .paused }
        #expect(behind.press("g").isEmpty)
        expect(behind.press("e"), is: [there, .command(.play)])
        var plain = Samples.playing()
        plain.press("g")
        #expect(plain.press("e").isEmpty)
    }

    @Test("UI-08: LIVE shows a long delay even without a DVR window, and steadily while playing")
    func delay() {
        var state = Samples.live(behind: 28, window: 0)
        #expect(bar(state).contains("● LIVE -00:28"))
        state.report {
            $0.liveState = LiveState(edge: Samples.reading(at: .seconds(3600), isRunning: true), latency: .seconds(50))
        }
        #expect(bar(state).contains("● LIVE -00:28"), "as near as the stream lets one be")
        state.report { $0.clock = Samples.reading(at: .milliseconds(3_571_400), isRunning: true) }
        for tenth in 0..<20 {
            let chrome = compose(state, at: Samples.now + .milliseconds(tenth * 100)).chrome
            #expect(ScreenText.text(row: 29, of: chrome).contains("● LIVE -00:28"))
        }
        state.report { $0.clock = Samples.reading(at: .seconds(3591), isRunning: true) }
        #expect(!bar(state).contains("LIVE -"))
    }

    @Test("UI-08: the slider of live DVR spans the window, and the delay grows while paused")
    func window() throws {
        var state = Samples.live(behind: 600, window: 1800)
        let slider = try #require(ScreenGeometry(state, at: Samples.now).slider())
        expect(
            state.mouse(.press(.left), slider.control.column, slider.row),
            is: [.command(.seek(.absolute(.seconds(1800)), .keyframe))])
        var snapshot = state.snapshot
        snapshot.status = .paused
        snapshot.clock = Samples.reading(at: .seconds(3000), isRunning: false)
        state = Samples.with(snapshot, 100, 30)
        #expect(bar(state).contains("-10:00"))
        let next = try #require(state.nextChange(after: Samples.now))
        #expect(next <= Samples.now + .milliseconds(1001))
        #expect(ChromeKey(state, at: Samples.now) != ChromeKey(state, at: Samples.now + .milliseconds(1001)))
        let later = compose(state, at: Samples.now + .seconds(5)).chrome
        #expect(ScreenText.text(row: 29, of: later).contains("-10:05"))
    }

    @Test("UI-09, UI-26: g-L cycles through the layouts during playback, and a named one stays for any stream")
    func cycling() throws {
        var state = Samples.playing(120, 30)
        state.bar.layouts.own = try LayoutFile.parse("[mine]\nstandard = playback progress:8:1")
        func next() -> [Effect] {
            state.press("g")
            return state.press("L")
        }
        #expect(next().isEmpty)
        expect(state.message?.text, is: "Layout: vod")
        #expect(next().isEmpty && tags(state)[0].contains(.title) && !tags(state)[0].contains(.progress))
        #expect(next().isEmpty)
        expect(state.message?.text, is: "Layout: live-dvr")
        #expect(next().isEmpty)
        expect(tags(state), is: [[.playback, .progress]])
        state.apply(.snapshot(Samples.live(behind: 1, window: 0).snapshot))
        expect(tags(state), is: [[.playback, .progress]])
        #expect(next().isEmpty)
        expect(state.message?.text, is: "Layout: automatic (live)")
        #expect(tags(state)[0].contains(.live))
    }

    @Test("UI-19: the focus stays on its control in another set or layout that contains it")
    func focus() {
        var state = Samples.playing(120, 30)
        state.bar.focus = .volume
        state.apply(.terminal(Samples.traits(60, 20)))
        expect(state.bar.focus, is: .volume)
        state.apply(.terminal(Samples.traits(120, 30)))
        state.bar.layouts.choice = .named("live")
        state.apply(.terminal(state.terminal))
        expect(state.bar.focus, is: .volume)
        state.bar.focus = .speed
        state.bar.layouts.choice = .named("vod")
        state.apply(.terminal(state.terminal))
        expect(state.bar.focus, is: .speed)
        state.bar.layouts.choice = .named("live")
        state.apply(.terminal(state.terminal))
        expect(state.bar.focus, is: nil)
    }

    @Test("UI-21: removed controls are determined again for another layout")
    func removed() {
        var state = Samples.rich(160, 45)
        #expect(tags(state)[0].contains(.closedCaption) && tags(state)[0].contains(.externalRoute))
        state.bar.layouts.choice = .named("live-dvr")
        state.apply(.terminal(state.terminal))
        #expect(tags(state)[0].contains(.closedCaption) && tags(state)[0].contains(.externalRoute))
        #expect(!tags(state)[0].contains(.live))
    }

    @Test("--progress-line: the line has one row while the bar is hidden, below messages, and none in full screen")
    func progressLine() {
        var state = Samples.playing(80, 24)
        state.bar.showsProgressLine = true
        expect(ScreenGeometry(state, at: Samples.now).progressLine, is: nil)
        state.bar.lastInput = nil
        expect(ScreenGeometry(state, at: Samples.now).progressLine, is: 23)
        let line = bar(state)
        expect(line.prefix { $0 == "═" }.count, is: 17)
        #expect(line.drop { $0 == "═" }.allSatisfy { $0 == "░" })
        expect(compose(state, at: Samples.now).picturePane.height, is: 24)
        // The next change is the next cell of the head.
        #expect(state.nextChange(after: Samples.now) != nil)
        state.bar.isFullScreen = true
        expect(ScreenGeometry(state, at: Samples.now).progressLine, is: nil)
        state.bar.isFullScreen = false
        state.bar.visibility = .never
        expect(ScreenGeometry(state, at: Samples.now).messageRow, is: 22)
    }

    /// Arranges a row by UI-13 as written in the catalogue, without using the program's own functions.
    private func expected(_ views: [LayoutView], _ width: Int, _ spacing: Int) -> [[Int]] {
        var left = views.filter { !$0.isRemoved }
        func minimum(_ view: LayoutView) -> Int { view.minimumWidth { _ in 5 } }
        func spare() -> Int { width - left.map(minimum).reduce(0, +) - spacing * max(0, left.count - 1) }
        while spare() < 0 {
            guard let index = left.lastIndex(where: { $0.tag != .playback && $0.tag != .progress }) else { break }
            left.remove(at: index)
        }
        let total = max(0, spare())
        let sum = left.map(\.elasticityInThousandths).reduce(0, +)
        var widths = left.map(minimum)
        if sum > 0 {
            // Once no view can get another whole cell, each cell in turn goes to the view furthest below its exact
            // share.
            let exact = left.map { Double(total) * Double($0.elasticityInThousandths) / Double(sum) }
            var given = left.map { total * $0.elasticityInThousandths / sum }
            var rest = total - given.reduce(0, +)
            var taken = Set<Int>()
            while rest > 0 {
                let best = left.indices.filter { !taken.contains($0) }.max { a, b in
                    let (x, y) = (exact[a] - Double(given[a]), exact[b] - Double(given[b]))
                    return abs(x - y) < 1e-9 ? a > b : x < y
                }
                guard let best else { break }
                taken.insert(best)
                given[best] += 1
                rest -= 1
            }
            for index in widths.indices { widths[index] += given[index] }
        }
        var column = 0
        return widths.map { width in
            defer { column += width + spacing }
            return [column, width]
        }
    }

    @Test(
        "UI-12, UI-13, UI-21: supplied rows follow the catalogue's arithmetic at every width"
    )
    func arithmetic() {
        for named in LayoutLibrary.supplied {
            for kind in [ControlLayout.Kind.standard, .compact] {
                for row in named.layout.rows(kind) {
                    for mask in 0..<16 {
                        // Every fourth view is removed or not, in sixteen ways. The rest stays as in a complete row.
                        let views = row.enumerated().map { index, view in
                            var view = view
                            view.isRemoved = mask & (1 << (index % 4)) != 0
                            return view
                        }
                        for width in 20...500 {
                            let placed = named.layout.arrange(row: views, width: width) { _ in 5 }
                            let wanted = expected(views, width, 1)
                            if placed.map({ [$0.column, $0.width] }) != wanted {
                                Issue.record("\(named.name) \(kind) \(mask) \(width): \(placed) \(wanted)")
                            }
                            let isElastic = views.contains { !$0.isRemoved && $0.elasticityInThousandths > 0 }
                            if isElastic, let last = placed.last,
                                placed.contains(where: { place in
                                    views.contains { $0.id == place.id && $0.elasticityInThousandths > 0 }
                                }), last.column + last.width != width
                            {
                                Issue.record("\(named.name) \(kind) \(mask) \(width): not full")
                            }
                        }
                    }
                }
            }
        }
    }
}
