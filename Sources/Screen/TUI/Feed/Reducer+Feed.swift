import Cells
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// Sliding by the wheel and the keys.
extension AppState {
    /// The least height of a pane with pages, in rows.
    private static let leastPage = 4
    /// The time for which the wheel is ignored after a page, because it may still turn.
    private static let wheelPause = HostTime.milliseconds(400)
    /// The rate, in bytes per second, from which a whole screen takes about a step's time.
    private static let fastLine = 500_000.0

    /// The divisor of the remaining rows at each step, or `nil` for no sliding. A slow line does not carry a picture
    /// for each step, and images in the terminal's pixels cannot be cut.
    var slideShare: Int? {
        guard feed.slidesPictures else { return nil }
        let link = output.totals.link
        guard link.isLimited, let rate = link.bytesPerSecond else { return 2 }
        return rate >= Self.fastLine ? 4 : nil
    }

    private func pageHeight(at now: HostTime) -> Int? {
        let height = ScreenGeometry(self, at: now).pane.height
        return height >= Self.leastPage && snapshot.hasPicture ? height : nil
    }

    mutating func turnPage(_ step: Int, at now: HostTime) -> [Effect] {
        guard options.isFeed else { return [.move(step)] }
        feed.slide = nil
        if let index = playlist.index, (0..<playlist.count).contains(index + step), slideShare != nil,
            let height = pageHeight(at: now)
        {
            feed.slide = FeedSlide(turning: step, height: height, at: now)
        }
        return [.move(step)]
    }

    /// Pulls the page by one notch of the wheel: 1 to the next page, −1 to the previous one.
    mutating func pullPage(_ direction: Int, at now: HostTime) -> [Effect] {
        guard now >= feed.ignoresWheelUntil, feed.slide?.isAwaitingPicture != true, let index = playlist.index else {
            return []
        }
        let height = pageHeight(at: now) ?? Self.leastPage
        var slide = feed.slide.flatMap { $0.height == height ? $0 : nil } ?? FeedSlide(height: height, at: now)
        // If the slide is not visible, one notch turns the page.
        let pulls = slideShare == nil ? 1 : FeedSlide.pullsPerHalf
        // Backwards, exactly half a page is not enough.
        let rows = height / (2 * pulls) + 1
        let pull = slide.pull(by: direction * rows, index: index, count: playlist.count, at: now)
        feed.slide = slideShare == nil ? nil : slide
        switch pull {
        case .stays: return []
        case .ends(let step):
            message = Message(step < 0 ? tr("Already at the first item") : tr("Already at the last item"), at: now)
            return []
        case .turns(let step):
            feed.ignoresWheelUntil = now + Self.wheelPause
            return [.move(step)]
        }
    }

    mutating func passSlide(to now: HostTime) {
        guard let share = slideShare, feed.slide?.pass(to: now, share: share) == true else {
            feed.slide = nil
            return
        }
    }
}

extension CellBuffer {
    /// Returns the card that replaces a page without a picture, with title and number.
    ///
    /// - Parameter showsTop: whether the page comes from below, so that its upper rows appear first. The words are
    ///   there.
    static func feedCard(_ index: Int, _ state: AppState, columns: Int, rows: Int, showsTop: Bool) -> CellBuffer {
        var card = CellBuffer(columns: columns, rows: rows)
        card.reordersText = state.terminal.reordersText
        let items = state.list.items
        let title = items.indices.contains(index) ? SafeText.clean(items[index].name, limit: 200) : ""
        let lines = [
            CentredLine(text: title.isEmpty ? tr("Item %1", "\(index + 1)") : title, style: Theme.bold),
            CentredLine(text: ""),
            CentredLine(text: "\(index + 1) / \(state.playlist.count)", style: Theme.dim, isOptional: true),
        ]
        let height = min(rows, lines.count + 2)
        card.write(
            centred: lines, in: Rect(column: 0, row: showsTop ? 0 : rows - height, width: columns, height: height),
            Glyphs(isASCII: state.terminal.isASCII))
        return card
    }
}
