import ClassPanes
import Classes
import PlayCore
import SlidePictures
import TUI

/// The pictures of a class: page, award, chat. Comes after ``ClassScreenSource``, which decides the page. Main thread.
final class SlideSource: LoopSource {
    private let pages: SlideWorker
    private let awards: SlideWorker
    private let thumbnails: ThumbnailWorker
    private var pagePane: SlidePane?
    private var awardPane: SlidePane?
    let wakeUps: [WakeUp]

    init(pages: SlideWorker, awards: SlideWorker, thumbnails: ThumbnailWorker, wakeUp: WakeUp) {
        (self.pages, self.awards, self.thumbnails) = (pages, awards, thumbnails)
        wakeUps = [wakeUp]
    }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        let room = loop.state.room
        if case .page(let page)? = room?.view.slide?.content {
            pages.show(page, in: pagePane)
        } else {
            pages.show(nil, in: nil)
        }
        let award = room?.view.award
        awards.show(award?.film == nil ? award?.page : nil, in: awardPane)
        guard let room else { return [] }
        var actions: [AppAction] = []
        let (page, picture) = (pages.newest, awards.newest)
        if page != room.slidePicture { actions.append(.slidePicture(page)) }
        if picture != room.awardPicture { actions.append(.awardPicture(picture)) }
        let small = thumbnails.newest
        if small != room.chatThumbnails { actions.append(.thumbnails(small)) }
        return actions
    }

    func follow(_ state: AppState) { thumbnails.show(state.thumbnailWishes) }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .slides(let order) = effect else { return false }
        switch order {
        case .showPages(let pane): pagePane = pane
        case .showAwards(let pane): awardPane = pane
        }
        return true
    }

    func close() {
        pages.close()
        awards.close()
        thumbnails.close()
    }
}
