package import Cells
import Localization
package import PlayCore
import PlaybackModel
import Text

/// What the screen shows at one instant, without the picture.
package struct ComposedScreen: Sendable, Equatable {
    /// Covers the terminal; transparent where the picture is.
    package let chrome: CellBuffer
    /// Where the picture goes; empty when there is no room for one.
    package let picturePane: Rect
    /// False while a page takes the picture's place.
    package let showsPicture: Bool
    /// ADV-14: the pages that the pane shows in place of the picture; nil: the picture alone.
    package let slide: PageSlide?
    /// Addresses that are to be seen.
    package var links: [ScreenLink] = []
}

/// The screen of a state at a time: pure.
package func compose(_ state: AppState, at now: HostTime) -> ComposedScreen {
    let geometry = ScreenGeometry(state, at: now)
    var chrome = CellBuffer(
        columns: max(0, state.terminal.columns), rows: max(0, state.terminal.rows), filledWith: .transparent)
    guard !state.terminal.isTooSmall else {
        chrome.writeTooSmall(state)
        return ComposedScreen(chrome: chrome, picturePane: geometry.pane, showsPicture: false, slide: nil)
    }
    if state.downloads.isOpen {
        let showsPicture = chrome.writeDownloadsPage(state, geometry, at: now)
        return ComposedScreen(chrome: chrome, picturePane: geometry.pane, showsPicture: showsPicture, slide: nil)
    }
    if let frame = geometry.floatingFrame {
        chrome.writeFloatingBackground(state)
        if let sample = state.statistics { chrome.writeStatistics(sample, state, above: geometry.messageRow) }
        if state.helpScroll != nil { chrome.writeHelp(state) }
        chrome.writeFloatingBorder(frame, state)
        chrome.fill(geometry.pane, .transparent)
    }
    let links = geometry.room.map { chrome.writeRoom(state, $0) } ?? []
    let showsPicture = !geometry.pane.isEmpty && chrome.writePane(state, geometry, at: now)
    // A floating picture has no room for text.
    if geometry.floatingFrame == nil { chrome.writeSubtitles(state, geometry, at: now) }
    if !geometry.pane.isEmpty { chrome.writeOverlays(state, in: geometry.pane, at: now) }
    if let award = state.room?.facts.award, geometry.room != nil { chrome.writeAward(award, state) }
    if geometry.floatingFrame == nil, let sample = state.statistics {
        chrome.writeStatistics(sample, state, above: geometry.messageRow)
    }
    chrome.writeBar(state, geometry, at: now)
    chrome.writeProgressLine(state, geometry, at: now)
    // Behind the page of keys only the ends of a message would be seen.
    let page = state.helpScroll == nil ? nil : HelpPage.rect(state)
    if page?.contains(column: page?.column ?? 0, row: geometry.messageRow) != true {
        chrome.writeMessageLine(state, geometry, at: now)
        chrome.writeHover(state, geometry, at: now)
    }
    // Beside a floating picture both have the same room.
    if state.helpScroll == nil || geometry.floatingFrame == nil { chrome.writePanel(state, geometry) }
    if state.hasPrefix { chrome.writeContinuations(state, geometry) }
    if state.helpScroll != nil, geometry.floatingFrame == nil { chrome.writeHelp(state) }
    chrome.mendWideGlyphs()
    return ComposedScreen(
        chrome: chrome, picturePane: geometry.pane, showsPicture: showsPicture,
        slide: showsPicture ? PageSlide(state, geometry.pane) : nil,
        links: links.filter { $0.isIntact(in: chrome) }.map(\.link))
}

extension CellBuffer {
    /// The list of downloads over the whole screen, the picture floating beside it. False: no picture is to be seen.
    fileprivate mutating func writeDownloadsPage(
        _ state: AppState, _ geometry: ScreenGeometry, at now: HostTime
    ) -> Bool {
        fill(Rect(column: 0, row: 0, width: columns, height: rows))
        writeDownloads(state, at: now)
        var showsPicture = false
        if let frame = geometry.floatingFrame {
            writeFloatingBorder(frame, state)
            fill(geometry.pane, .transparent)
            showsPicture = writePane(state, geometry, at: now)
        }
        writePanel(state, geometry)
        if state.helpScroll != nil { writeHelp(state) }
        mendWideGlyphs()
        return showsPicture
    }

    /// The pane's own content: nothing where the picture is to be seen, then true.
    fileprivate mutating func writePane(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) -> Bool {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        if let lines = StatusScreen.lines(state, width: geometry.pane.width, at: now) {
            fill(geometry.pane)
            // In the middle of what the bar leaves free, whether it is there or not: the text does not jump.
            var room = geometry.pane
            let kind = state.layout.kind(paneWidth: state.terminal.columns)
            let bar = state.snapshot.status == .failed ? 0 : state.layout.height(kind)
            room.height = max(1, min(room.height, state.terminal.rows - bar - room.row))
            write(centred: lines, in: room, glyphs)
            return false
        }
        if state.room?.hidesPicture == true {
            fill(geometry.pane)
            write(centred: RoomStatus.hidden, in: geometry.pane, glyphs)
            return false
        }
        // The cover is a placeholder, too.
        if let room = state.room, room.showsPlaceholder, !state.snapshot.showsCover {
            fill(geometry.pane)
            write(centred: RoomStatus.placeholder(room, glyphs), in: geometry.pane, glyphs)
            return false
        }
        if state.isAudioOnly {
            fill(geometry.pane)
            var room = geometry.pane
            room.height = max(1, min(room.height, geometry.messageRow - room.row))
            writeMeterAndSign(state, in: room, at: now)
            return false
        }
        writePictureSign(state, in: geometry.pane, at: now)
        return state.snapshot.hasPicture || state.keepsOldPicture
    }

    /// The meter above, the sign below it: they never cover each other.
    private mutating func writeMeterAndSign(_ state: AppState, in room: Rect, at now: HostTime) {
        var upper = room
        upper.height = max(1, room.height - 2)
        writeLevelMeter(state, in: upper)
        guard room.height >= 3 else { return }
        let lower = Rect(column: room.column, row: room.row + room.height - 2, width: room.width, height: 1)
        writePictureSign(state, in: lower, at: now)
    }

    /// What was written over half of a wide glyph left the other half: it becomes a blank, or the row would shift.
    fileprivate mutating func mendWideGlyphs() {
        let columns = columns
        withMutableCells { cells in
            for index in cells.indices {
                let isRowStart = index % columns == 0
                if cells[index].glyph == 0 {
                    if isRowStart || !Self.isWide(cells[index - 1]) { cells[index].glyph = Cell.blank.glyph }
                } else if !isRowStart, Self.isWide(cells[index - 1]) {
                    cells[index - 1].glyph = Cell.blank.glyph
                }
                if index % columns == columns - 1, Self.isWide(cells[index]) { cells[index].glyph = Cell.blank.glyph }
            }
        }
    }

    private static func isWide(_ cell: Cell) -> Bool {
        // Nothing before Hangul is wide: most cells are decided here.
        guard cell.glyph >= 0x1100, !cell.isTransparent, let scalar = Unicode.Scalar(cell.glyph) else { return false }
        return TextWidth.columns(of: scalar) == 2
    }

    /// One line of text: the longest that fits.
    fileprivate mutating func writeTooSmall(_ state: AppState) {
        fill(Rect(column: 0, row: 0, width: columns, height: rows))
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let texts = [tr("Too small: 20x4 needed"), tr("Needs 20x4"), "20x4"]
        let text = texts.first { TextWidth.columns(of: $0) <= columns } ?? ""
        write(glyphs.fitted(text, columns), column: 0, row: rows / 2)
    }
}
