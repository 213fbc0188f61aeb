import Cells
import Library
package import PlayCore
import ScreenKit

extension HomePage {
    /// A press selects a row, or opens it if it is selected. The wheel moves the selection.
    package mutating func point(_ event: MouseEvent, _ context: HomeContext) -> Consequences {
        if event.kind == .move { return [] }
        hasMoved = true
        switch event.kind {
        case .wheelUp: return perform(.move(.rows(-3)), context)
        case .wheelDown: return perform(.move(.rows(3)), context)
        case .press(let button):
            guard forgets == nil else {
                forgets = nil
                return []
            }
            if let frame = context.player.floatingFrame, frame.contains(column: event.column, row: event.row) {
                return [.close]
            }
            return press(button, event, context)
        case .move, .drag, .release: return []
        }
    }

    private mutating func press(
        _ button: MouseEvent.Button, _ event: MouseEvent, _ context: HomeContext
    ) -> Consequences {
        if button == .right || button == .back { return perform(.back, context) }
        let layout = HomeLayout(context.player)
        guard button == .left, let line = layout.line(column: event.column, row: event.row) else { return [] }
        if let catalogue {
            let view = catalogue.list.view(height: layout.list.height)
            guard line < view.count, let id = catalogue.list.shown[view.lowerBound + line].id else { return [] }
            self.catalogue?.list.select(id)
            return id == catalogue.list.selection ? perform(.choose, context) : []
        }
        if folder != nil {
            guard let wasSelected = self.folder?.select(line: line, height: layout.list.height) else { return [] }
            return wasSelected ? perform(.choose, context) : []
        }
        let view = list.view(height: layout.list.height)
        guard line < view.count, let id = list.shown[view.lowerBound + line].id else { return [] }
        let wasSelected = list.selection == id
        list.select(id)
        return wasSelected ? perform(.choose, context) : []
    }
}
