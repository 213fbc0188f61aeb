import Cells
import Commands
import PlayCore
import Playlists
import ScreenKit

extension AppState {
    /// Handles `d` and `Delete`, which remove the item, and `Ctrl+↑` and `Ctrl+↓`, which move it. `nil`: other keys.
    mutating func pressOnItem(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        guard case .item(let id)? = panel.list.selection,
            let place = list.items.firstIndex(where: { $0.id == id })
        else { return nil }
        switch key {
        case KeyPress(.character("d")) where panel.list.filter == nil: return removeItem(place, at: now)
        case KeyPress(.delete): return removeItem(place, at: now)
        case KeyPress(.up, .control): return moveItem(place, panel, by: -1)
        case KeyPress(.down, .control): return moveItem(place, panel, by: 1)
        default: return nil
        }
    }

    private mutating func removeItem(_ place: Int, at now: HostTime) -> [Effect] {
        guard list.items.count > 1 else {
            // Removing the only item would end the player.
            message = Message(tr("This is the only item"), at: now)
            return []
        }
        let name = SafeText.clean(list.items[place].name, limit: 100)
        message = Message(tr("Removed from the playlist: %1", name), at: now)
        return [.external(.playlist(.remove(place)))]
    }

    private func moveItem(_ place: Int, _ panel: Panel, by step: Int) -> [Effect] {
        let target = place + step
        // With a filter, the neighbours on the screen are not those of the list.
        guard panel.list.filter == nil, list.items.indices.contains(target) else { return [] }
        return [.external(.playlist(.move(place, to: step > 0 ? target + 1 : target)))]
    }
}
