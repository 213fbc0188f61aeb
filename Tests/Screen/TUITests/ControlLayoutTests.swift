import TUI
import TestSupport
import Testing

@Suite("Control layout")
struct ControlLayoutTests {
    private func place(
        _ views: [LayoutView], _ width: Int, spacing: Int = 1, standardWidth: (ControlTag) -> Int = { _ in 4 }
    ) -> [PlacedControl] {
        ControlLayout(views: views, standard: [], compact: [], horizontalItemSpacing: spacing)
            .arrange(row: views, width: width, standardWidth: standardWidth)
    }

    private func columns(_ placed: [PlacedControl]) -> [[Int]] { placed.map { [$0.column, $0.width] } }

    @Test("UI-13: spare columns are shared by elasticity, then by largest remainder, then to the left")
    func fixedTables() {
        func view(_ number: Int, _ width: Int, _ elasticity: Double) -> LayoutView {
            LayoutView(number, .empty, width: .columns(width), elasticity: elasticity)
        }
        // 20 − (2 + 2 + 2) − 2 = 12 columns are shared 1 : 2 : 0.
        expect(columns(place([view(0, 2, 1), view(1, 2, 2), view(2, 2, 0)], 20)), is: [[0, 6], [7, 10], [18, 2]])
        // 13 columns are shared 1 : 1 : 1. Each view gets 4⅓, and the odd column goes to the left.
        expect(columns(place([view(0, 1, 1), view(1, 1, 1), view(2, 1, 1)], 18)), is: [[0, 6], [7, 5], [13, 5]])
        // 5 columns are shared 3 : 1. Of 3.75 and 1.25 the larger remainder wins.
        expect(columns(place([view(0, 0, 3), view(1, 0, 1)], 6)), is: [[0, 4], [5, 1]])
        // 3 columns are shared 0.1 : 0.3, which makes 0.75 and 2.25.
        expect(columns(place([view(0, 0, 0.1), view(1, 0, 0.3)], 4)), is: [[0, 1], [2, 2]])
        // Without elastic views the rest stays empty on the right.
        expect(columns(place([view(0, 3, 0), view(1, 4, 0)], 30)), is: [[0, 3], [4, 4]])
        // These views fill the row exactly.
        expect(columns(place([view(0, 3, 1), view(1, 4, 0)], 8)), is: [[0, 3], [4, 4]])
        expect(columns(place([view(0, 3, 1), view(1, 3, 0)], 10, spacing: 0)), is: [[0, 7], [7, 3]])
    }

    @Test("UI-13: views that do not fit are dropped from the right, but never playback or progress")
    func dropping() {
        let views = [
            LayoutView(0, .closedCaption, width: .columns(5)),
            LayoutView(1, .progress, width: .columns(8), elasticity: 1),
            LayoutView(2, .duration, width: .columns(7)), LayoutView(3, .playback, width: .columns(2)),
        ]
        expect(place(views, 25).map(\.tag), is: [.closedCaption, .progress, .duration, .playback])
        expect(place(views, 24).map(\.tag), is: [.closedCaption, .progress, .playback])
        expect(place(views, 16).map(\.tag), is: [.progress, .playback])
        expect(columns(place(views, 16)), is: [[0, 13], [14, 2]])
        expect(columns(place(views, 5)), is: [[0, 8], [9, 2]])
    }

    @Test("UI-21: a removed view takes neither width nor spacing")
    func removed() {
        let one = LayoutView(0, .playback, width: .columns(2))
        let two = LayoutView(2, .duration, width: .columns(7))
        let gone = LayoutView(1, .closedCaption, width: .columns(40), elasticity: 9, isRemoved: true)
        expect(place([one, gone, two], 20), is: place([one, two], 20))
    }

    @Test("UI-12: a view without a width has its control's own width, and any other width is kept")
    func widths() {
        let views = [LayoutView(0, .playback), LayoutView(1, .duration, width: .columns(9)), LayoutView(2, .speed)]
        expect(place(views, 40) { $0 == .speed ? 6 : 2 }.map(\.width), is: [2, 9, 6])
    }

    @Test("UI-11, UI-13: invalid elasticities and widths are replaced by valid ones")
    func strangeNumbers() {
        let views = [
            LayoutView(0, .progress, width: .columns(-5), elasticity: .nan),
            LayoutView(1, .duration, width: .columns(3), elasticity: .infinity),
            LayoutView(2, .empty, width: .columns(1), elasticity: -3),
        ]
        expect(columns(place(views, 20)), is: [[0, 0], [1, 17], [19, 1]])
        expect(columns(place(views, 0)), is: [[0, 0]])
    }

    @Test("UI-25: a pane narrower than 80 columns is compact, and a wider one is standard")
    func threshold() {
        let layout = ControlLayout.player
        expect(layout.compactLayoutMaximumWidth, is: 80)
        expect(layout.kind(paneWidth: 79), is: .compact)
        expect(layout.kind(paneWidth: 80), is: .standard)
        expect(layout.kind(paneWidth: 0), is: .compact)
    }

    @Test("UI-17, UI-18, UI-24: the player's rows have their documented controls and sizes")
    func playerRows() {
        let layout = ControlLayout.player
        expect(
            layout.rows(.standard).map { $0.map(\.tag) },
            is: [
                [
                    .playback, .previous, .next, .jumpBack, .currentTime, .timeSeparator, .duration, .progress,
                    .empty, .title, .empty,
                    .volume, .speed, .closedCaption, .definition, .goggles, .screenMode, .externalRoute,
                ]
            ])
        expect(
            layout.rows(.compact).map { $0.map(\.tag) },
            is: [
                [.currentTime, .progress, .duration],
                [
                    .playback, .previous, .next, .jumpBack, .title, .volume, .speed, .closedCaption, .definition,
                    .goggles, .screenMode, .externalRoute,
                ],
            ])
        expect(layout.controlBarHeight, is: 1)
        expect(layout.horizontalItemSpacing, is: 1)
        expect(layout.height(.standard), is: 1)
        expect(layout.height(.compact), is: 2)
    }

    @Test("UI-15: spacers are one column wide and elastic")
    func emptyViews() {
        let views = ControlLayout.player.rows(.standard)[0] + ControlLayout.player.rows(.compact)[1]
        let spacers = views.filter { $0.tag == .empty }
        #expect(spacers.allSatisfy { $0.width == .columns(1) && $0.elasticityInThousandths == 1000 })
        expect(spacers.count, is: 2)
    }

    @Test("UI-19: a removed view is removed in both sets; UI-26: a layout is a value")
    func sharedViews() {
        var layout = ControlLayout.player
        layout.setRemoved(false, .closedCaption)
        for kind in [ControlLayout.Kind.standard, .compact] {
            #expect(layout.rows(kind).joined().contains { $0.tag == .closedCaption && !$0.isRemoved })
        }
        #expect(layout != .player)
        layout.setRemoved(true, .closedCaption)
        expect(layout, is: .player)
        let custom = ControlLayout(
            views: [LayoutView(0, .playback)], standard: [[LayoutView.ID(0), LayoutView.ID(99)]], compact: [])
        expect(custom.rows(.standard).map(\.count), is: [1])
        var state = Samples.playing()
        state.bar.layout = custom
        expect(ScreenGeometry(state, at: Samples.now).barRows[0].controls.map(\.tag), is: [.playback])
    }
}
