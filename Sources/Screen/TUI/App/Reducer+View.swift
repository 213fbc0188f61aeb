import Cells
import Commands
import PlayCore
import PlaybackModel
import ScreenKit

package enum ViewChange: Sendable, Hashable {
    /// By how many tenths of mpv's `video-zoom` the zoom changes.
    case zoom(Int)
    /// By how many tenths of its own size the picture moves.
    case panX(Int)
    case panY(Int)
    case reset
    /// Turns the picture by a quarter clockwise.
    case rotate
    case cycleAspect
    case cycleDeinterlacing
    /// The next projection: as the file declares, off, on, on with a cube map.
    case cycleProjection
    /// Turns the view of a sphere by degrees to the right and upwards.
    case look(pan: Int, tilt: Int)
    /// Zooms in a sphere, in steps of a quarter.
    case sphereZoom(Int)
    /// Looks straight ahead in a sphere.
    case lookAhead
    case toggleGoggles

    var looksAround: Bool {
        switch self {
        case .look, .sphereZoom, .lookAhead, .toggleGoggles: true
        default: false
        }
    }
}

extension AppState {
    mutating func change(_ change: ViewChange, at now: HostTime) -> [Effect] {
        var view = snapshot.view
        switch change {
        case .zoom(let tenths): view.zoom = Self.stepped(view.zoom, tenths, PictureView.zoomRange)
        case .panX(let tenths): view.panX = Self.stepped(view.panX, tenths, PictureView.panRange)
        case .panY(let tenths): view.panY = Self.stepped(view.panY, tenths, PictureView.panRange)
        case .reset: (view.zoom, view.panX, view.panY) = (0, 0, 0)
        case .rotate: view.rotation = (view.rotation + 90) % 360
        case .cycleAspect:
            // The values and their order are mpv's.
            let stops: [Double?] = [nil, 16.0 / 9, 4.0 / 3, 2.35]
            let current = stops.firstIndex { Self.isSame($0, view.aspect) } ?? 0
            view.aspect = stops[(current + 1) % stops.count]
        case .cycleDeinterlacing:
            let all = Deinterlacing.allCases
            view.deinterlacing = all[((all.firstIndex(of: view.deinterlacing) ?? 0) + 1) % all.count]
        case .cycleProjection:
            let all = ProjectionChoice.allCases
            view.projection = all[((all.firstIndex(of: view.projection) ?? 0) + 1) % all.count]
        case .look(let pan, let tilt): view.sphere = view.sphere.turned(pan: Double(pan), tilt: Double(tilt))
        case .sphereZoom(let steps): view.sphere = view.sphere.zoomed(steps > 0 ? 1.25 : 0.8)
        case .lookAhead: view.sphere = view.sphere.reset
        case .toggleGoggles:
            guard view.sphere.style == .goggles || hasSpaceForGoggles(at: now) else { return [] }
            view.sphere.style = view.sphere.style == .goggles ? .normal : .goggles
        }
        return setView(view, at: now, looksAround: change.looksAround)
    }

    private mutating func hasSpaceForGoggles(at now: HostTime) -> Bool {
        guard ScreenGeometry(self, at: now).pane.width < Self.goggleColumns else { return true }
        message = Message(
            tr("Two views need %1 columns", "\(Self.goggleColumns)"), .warning, at: now)
        return false
    }

    /// The width of two pictures of the least recognisable size.
    private static let goggleColumns = 40

    /// - Parameter looksAround: whether the change turns a sphere. The view is shown even if it turns no farther.
    mutating func setView(_ view: PictureView, at now: HostTime, looksAround: Bool = false) -> [Effect] {
        let old = snapshot.view
        let text: String
        if view.rotation != old.rotation {
            text = tr("Rotation: %1 degrees", "\(view.rotation)")
        } else if view.aspect != old.aspect {
            text = tr("Aspect ratio: %1", Self.aspectText(view.aspect))
        } else if view.deinterlacing != old.deinterlacing {
            text = Self.text(view.deinterlacing)
        } else if view.projection != old.projection {
            text = Self.text(view.projection)
        } else if view.alpha != old.alpha {
            text = tr("Transparency: %1", Self.text(view.alpha))
        } else if view.sphere != old.sphere || looksAround {
            text = Self.text(view.sphere, before: old.sphere)
        } else if view.zoom != old.zoom {
            text = tr("Zoom: %1", TimeText.decimal(view.zoom, digits: 1))
        } else {
            text = tr(
                "Moved by %1%% and %2%%", TimeText.decimal(view.panX * 100, digits: 0),
                TimeText.decimal(view.panY * 100, digits: 0))
        }
        message = Message(text, at: now)
        return ask(.setPictureView(view))
    }

    /// Rounds, so that ten steps up and down end where they started.
    private static func stepped(_ value: Double, _ tenths: Int, _ range: ClosedRange<Double>) -> Double {
        min(max(((value * 10).rounded() + Double(tenths)) / 10, range.lowerBound), range.upperBound)
    }

    private static func isSame(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) < 0.001
    }

    private static func aspectText(_ aspect: Double?) -> String {
        guard let aspect else { return tr("the file's") }
        let known = [(16.0 / 9, "16:9"), (4.0 / 3, "4:3")]
        return known.first { isSame($0.0, aspect) }?.1 ?? TimeText.decimal(aspect, digits: 2)
    }

    private static func text(_ deinterlacing: Deinterlacing) -> String {
        switch deinterlacing {
        case .no: tr("Deinterlacing: off")
        case .yes: tr("Deinterlacing: on")
        case .automatic: tr("Deinterlacing: automatic")
        }
    }

    private static func text(_ projection: ProjectionChoice) -> String {
        switch projection {
        case .automatic: tr("360° video: as the file says")
        case .flat: tr("360° video: off")
        case .equirectangular: tr("360° video: on")
        case .cubeMap: tr("360° video: on, from a cube map")
        }
    }

    private static func text(_ alpha: AlphaChoice) -> String {
        switch alpha {
        case .automatic: tr("as the file says")
        case .none: tr("off")
        case .right: tr("right half")
        case .left: tr("left half")
        case .top: tr("upper half")
        case .bottom: tr("lower half")
        }
    }

    private static func text(_ sphere: SphereView, before old: SphereView) -> String {
        switch sphere.style {
        case .goggles where old.style == .normal: tr("Two views, for goggles")
        case .normal where old.style == .goggles: tr("One view")
        default: sphere.words
        }
    }

    // MARK: Sound

    mutating func changeSoundFilters(_ change: PlayerCommand.SoundFilterChange, at now: HostTime) -> [Effect] {
        var filters = snapshot.soundFilters
        switch change {
        case .set(let text): filters.graphs = SoundFilters.graphs(text)
        case .add(let text): filters.graphs += SoundFilters.graphs(text)
        case .toggle(let text) where filters.graphs.contains(SoundFilters.bare(text)), .remove(let text):
            filters.graphs.removeAll { $0 == SoundFilters.bare(text) }
        case .toggle(let text): filters.graphs += SoundFilters.graphs(text)
        case .clear: filters.graphs = []
        }
        let shown = filters.graphs.joined(separator: ",")
        message = Message(
            tr("Audio filters: %1", shown.isEmpty ? tr("off") : SafeText.clean(shown, limit: 100)), at: now)
        return ask(.setSoundFilters(filters))
    }
}

extension SphereView {
    var words: String {
        tr(
            "View: pan %1°, tilt %2°, zoom %3", TimeText.decimal(pan, digits: 0), TimeText.decimal(tilt, digits: 0),
            TimeText.decimal(zoom, digits: 2))
    }

    /// The view in few characters, for narrow places.
    var figures: String {
        TimeText.decimal(pan, digits: 0) + "° " + TimeText.decimal(tilt, digits: 0) + "° "
            + TimeText.decimal(zoom, digits: 2) + "×"
    }
}
