import Cells
import Library
import PlayCore

extension AppState {
    /// A press selects a row, or opens it if it is selected. The wheel moves the selection.
    mutating func pointInHome(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        if event.kind == .move { return [] }
        home.hasMoved = true
        switch event.kind {
        case .wheelUp: return browse(.move(.rows(-3)), at: now)
        case .wheelDown: return browse(.move(.rows(3)), at: now)
        case .press(let button):
            guard home.question == nil else {
                home.question = nil
                return []
            }
            if let frame = floatingFrame, frame.contains(column: event.column, row: event.row) {
                return browse(.toggle, at: now)
            }
            return press(button, event, at: now)
        case .move, .drag, .release: return []
        }
    }

    private mutating func press(_ button: MouseEvent.Button, _ event: MouseEvent, at now: HostTime) -> [Effect] {
        if button == .right || button == .back { return browse(.back, at: now) }
        let layout = HomeLayout(self)
        guard button == .left, let line = layout.line(column: event.column, row: event.row) else { return [] }
        if let catalogue = home.catalogue {
            let view = catalogue.list.view(height: layout.list.height)
            guard line < view.count, let id = catalogue.list.shown[view.lowerBound + line].id else { return [] }
            home.catalogue?.list.select(id)
            return id == catalogue.list.selection ? browse(.choose, at: now) : []
        }
        if home.folder != nil {
            guard let wasSelected = home.folder?.select(line: line, height: layout.list.height) else { return [] }
            return wasSelected ? browse(.choose, at: now) : []
        }
        let view = home.list.view(height: layout.list.height)
        guard line < view.count, let id = home.list.shown[view.lowerBound + line].id else { return [] }
        let wasSelected = home.list.selection == id
        home.list.select(id)
        return wasSelected ? browse(.choose, at: now) : []
    }
}
