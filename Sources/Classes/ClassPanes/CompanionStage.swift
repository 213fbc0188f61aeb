package import Cells
import Classes
import PlayCore
package import ScreenKit

/// The second video and the small videos of a class. They are joined with the other pictures into one frame, so that
/// the line to the terminal treats all alike. Main thread.
package struct CompanionStage {
    private struct Pane: Equatable {
        var rect = Rect(column: 0, row: 0, width: 0, height: 0)
        var person: String?
    }

    private struct Place {
        var pane = Pane()
        var picture: CellBuffer?
    }

    /// The second video, then the small ones in the order of ``ThumbnailSlots``.
    private var places: [Place] = []
    private var terminal: TerminalTraits?

    package init() {}

    /// Reports changed panes or colours to the sources.
    ///
    /// - Parameters:
    ///   - layout: `nil` while the panes are not visible.
    ///   - sources: ordered as ``places``; empty if no class is shown.
    package mutating func place(
        _ room: ClassScreen?, _ layout: ClassLayout?, _ terminal: TerminalTraits, _ sources: [any PictureSource]
    ) {
        guard !sources.isEmpty else { return }
        let isOther = terminal != self.terminal
        self.terminal = terminal
        let layout = room?.hidesPicture == false ? layout : nil
        place(0, sources[0], Self.companion(room, layout), terminal, isOther: isOther)
        let people = room?.slots.people ?? []
        for (slot, source) in sources.dropFirst().enumerated() {
            let person = people.indices.contains(slot) ? people[slot] : nil
            place(slot + 1, source, Self.thumbnail(of: person, room, layout), terminal, isOther: isOther)
        }
    }

    private mutating func place(
        _ index: Int, _ source: any PictureSource, _ pane: Pane, _ terminal: TerminalTraits, isOther: Bool
    ) {
        while places.count <= index { places.append(Place()) }
        guard pane != places[index].pane || isOther else { return }
        places[index] = Place(pane: pane)
        source.setPane(columns: pane.rect.width, rows: pane.rect.height, cellAspect: terminal.cellAspect)
    }

    private static func companion(_ room: ClassScreen?, _ layout: ClassLayout?) -> Pane {
        guard let companion = room?.view.companion, companion.failure == nil,
            let place = layout?.place(of: .companion)
        else { return Pane() }
        return Pane(rect: place.content)
    }

    private static func thumbnail(of person: String?, _ room: ClassScreen?, _ layout: ClassLayout?) -> Pane {
        guard let person, let layout, let thumbnails = room?.view.thumbnails,
            let place = layout.thumbnails.places.first(where: { thumbnails[$0.index].id == person })
        else { return Pane() }
        return Pane(rect: place.picture, person: person)
    }

    package mutating func collect(from sources: [any PictureSource]) -> Bool {
        var isNew = false
        for (index, source) in sources.enumerated() where collect(index, source) { isNew = true }
        return isNew
    }

    private mutating func collect(_ index: Int, _ source: any PictureSource) -> Bool {
        guard places.indices.contains(index), let newest = source.takeNewest(),
            newest.columns == places[index].pane.rect.width, newest.rows == places[index].pane.rect.height
        else { return false }
        places[index].picture = newest
        return true
    }

    package func joined(_ frame: ScreenFrame) -> ScreenFrame {
        guard places.contains(where: { $0.picture != nil && !$0.pane.rect.isEmpty }) else { return frame }
        var pictures: [(rect: Rect, cells: CellBuffer)] = []
        if let main = frame.picture {
            let rect = Rect(
                column: frame.pictureColumn, row: frame.pictureRow, width: main.columns, height: main.rows)
            pictures.append((rect, main))
        }
        for place in places where !place.pane.rect.isEmpty {
            if let picture = place.picture { pictures.append((place.pane.rect, picture)) }
        }
        var bounds = pictures[0].rect
        for (rect, _) in pictures.dropFirst() { bounds = bounds.union(rect) }
        var all = CellBuffer(columns: bounds.width, rows: bounds.height)
        for (rect, cells) in pictures {
            all.copy(cells, column: rect.column - bounds.column, row: rect.row - bounds.row)
        }
        return ScreenFrame(
            chrome: frame.chrome, picture: all, pictureColumn: bounds.column, pictureRow: bounds.row)
    }
}

extension Rect {
    fileprivate func union(_ other: Rect) -> Rect {
        let (left, top) = (min(column, other.column), min(row, other.row))
        return Rect(
            column: left, row: top, width: max(column + width, other.column + other.width) - left,
            height: max(row + height, other.row + other.height) - top)
    }
}

extension CellBuffer {
    /// Copies a buffer, which must fit.
    fileprivate mutating func copy(_ other: CellBuffer, column: Int, row: Int) {
        for y in 0..<other.rows {
            for x in 0..<other.columns { self[column + x, row + y] = other[x, y] }
        }
    }
}
