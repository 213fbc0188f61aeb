import ClassPanes
import PlayCore
import PlaybackModel
import ScreenKit

package enum LayoutChoice: Sendable, Equatable {
    /// Chosen by the kind of the stream.
    case automatic
    case named(String)
}

package struct LayoutLibrary: Sendable, Equatable {
    package struct Named: Sendable, Equatable {
        package let name: String
        package let layout: ControlLayout

        package init(_ name: String, _ layout: ControlLayout) {
            self.name = name
            self.layout = layout
        }
    }

    package static let vod = Named("vod", .player)
    package static let live = Named("live", .live)
    package static let liveDVR = Named("live-dvr", .liveDVR)
    package static let supplied = [vod, live, liveDVR]

    package var choice = LayoutChoice.automatic
    /// The viewer's layouts in the order of their file.
    package var own: [Named] = []
    var installed = vod.name

    package init() {}

    package var all: [Named] { Self.supplied + own }

    /// - Parameter isLiveClass: whether the item has no end, although it may be silence with a duration.
    func wanted(_ live: LiveState?, isLiveClass: Bool) -> Named {
        if case .named(let name) = choice, let named = all.last(where: { $0.name == name }) { return named }
        guard let live else { return isLiveClass ? Self.live : Self.vod }
        return live.canGoBack ? Self.liveDVR : Self.live
    }
}

extension AppState {
    /// Installs the wanted layout. ``adaptControls()`` then removes controls and decides whether the focus stays.
    mutating func installLayout() {
        let wanted = bar.layouts.wanted(snapshot.liveState, isLiveClass: room?.live != nil)
        guard wanted.name != bar.layouts.installed else { return }
        bar.layouts.installed = wanted.name
        bar.layout = wanted.layout
        pointer.isDragging = false
        pointer.hoverColumn = nil
    }

    /// Cycles through the automatic choice and each layout.
    mutating func cycleLayout(at now: HostTime) {
        let choices = [LayoutChoice.automatic] + bar.layouts.all.map { .named($0.name) }
        let index = choices.firstIndex(of: bar.layouts.choice) ?? 0
        bar.layouts.choice = choices[(index + 1) % choices.count]
        installLayout()
        changes.insert(.layout)
        switch bar.layouts.choice {
        case .automatic: message = Message(tr("Layout: automatic (%1)", bar.layouts.installed), at: now)
        case .named(let name): message = Message(tr("Layout: %1", name), at: now)
        }
    }
}
