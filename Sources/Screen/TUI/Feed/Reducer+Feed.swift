import Cells
import Commands
import Lists
import Localization
import PlayCore
import PlaybackModel
import Text

/// The pages of a feed slide under the wheel and at the keys.
extension AppState {
    /// Lower panes have no pages to speak of.
    private static let leastPage = 4
    /// A wheel that still turns must not turn the next page too.
    private static let deafness = HostTime.milliseconds(400)
    /// Bytes per second from which a whole screen takes a step's time or little more.
    private static let fastLine = 500_000.0

    /// Each step of a slide leaves one part in so many of the way; nil: no sliding. A thin line carries no picture a
    /// step; terminals' own images cannot be cut.
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

    /// A key goes to another item: in a feed its page slides in.
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

    /// One notch of the wheel over the picture; 1 on, −1 back.
    mutating func pullPage(_ direction: Int, at now: HostTime) -> [Effect] {
        guard now >= feed.deafUntil, feed.slide?.isAwaitingPicture != true, let index = playlist.index else {
            return []
        }
        let height = pageHeight(at: now) ?? Self.leastPage
        var slide = feed.slide.flatMap { $0.height == height ? $0 : nil } ?? FeedSlide(height: height, at: now)
        // Where nothing can be seen of the way a notch is all of it.
        let pulls = slideShare == nil ? 1 : FeedSlide.pullsPerHalf
        // A little more than the half: backwards the half itself is not enough.
        let rows = height / (2 * pulls) + 1
        let pull = slide.pull(by: direction * rows, index: index, count: playlist.count, at: now)
        feed.slide = slideShare == nil ? nil : slide
        switch pull {
        case .stays: return []
        case .ends(let step):
            message = Message(step < 0 ? tr("Already at the first item") : tr("Already at the last item"), at: now)
            return []
        case .turns(let step):
            feed.deafUntil = now + Self.deafness
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
    /// What stands for a page without a picture: what it is called, and which it is.
    ///
    /// - Parameter showsTop: the page comes from below: its upper rows are seen first, so the words stand there.
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
