import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

// The root's side of the features: what they may read, and how their requests are carried out.
extension AppState {
    func context(of page: Navigation.Page) -> PlayerContext {
        var context = PlayerContext(terminal)
        context.message = message
        context.area = areaBesidePicture
        context.floatingFrame = floatingFrame
        context.isVisible = help == nil && !background.isUnseen && !terminal.isTooSmall
        context.canClose = canClosePage(page)
        if snapshot.status == .failed { context.failure = snapshot.error?.reason ?? "" }
        context.item = hasItem ? list.current : nil
        context.attendedClass = attendedClass
        return context
    }

    mutating func carryOut<Order>(
        _ consequences: [Consequence<Order>], of page: Navigation.Page?, at now: HostTime,
        order carryOut: (inout AppState, Order) -> [Effect]
    ) -> [Effect] {
        var effects: [Effect] = []
        for consequence in consequences {
            switch consequence {
            case .say(let text, let kind, let outlivesItem):
                message = Message(text, kind, outlivesItem: outlivesItem, at: now)
            case .dismissMessage: message = nil
            case .order(let order): effects += carryOut(&self, order)
            case .player(let command): effects += run([BoundCommand(command)], at: now)
            case .close: if let page { effects += closePage(page) }
            case .showItem: if let page { uncover(page) }
            case .play(let location, let isClass):
                if let page { uncover(page) }
                effects += isClass ? [.room(.attend(location))] : open(location, isClass: false, at: nil)
            }
        }
        return effects
    }
}
