import Options
import PlayCore
import Playback
import PlaybackModel
import RoomPlayback
import Rooms
import SlidePictures
import TUI

/// A class on the screen: what is attended, the pictures of its pages, and the videos beside the main one. Main thread.
final class RoomOnScreen: RoomControl {
    let coordinator: RoomCoordinator
    private let item: () -> PlayItem?
    private let slides: SlideWorker
    private let awards: SlideWorker
    private let second: VideoPictures
    private var slidePane: SlidePane?
    private var awardPane: SlidePane?
    /// Asked for with each picture.
    let thumbnails: [any PictureSource]

    init(
        _ coordinator: RoomCoordinator, slides: SlideWorker, awards: SlideWorker, second: VideoPictures,
        small: [VideoPictures], item: @escaping () -> PlayItem?
    ) {
        self.coordinator = coordinator
        self.slides = slides
        self.awards = awards
        self.second = second
        thumbnails = small
        self.item = item
    }

    var view: RoomView { coordinator.view }
    var slidePicture: SlidePicture { slides.newest }
    var awardPicture: SlidePicture { awards.newest }
    var companion: (any PictureSource)? { second }
    var nextDeadline: HostTime? { coordinator.nextDeadline(at: SystemClock().now) }

    func follow(_ reading: ClockReading, at now: HostTime) {
        coordinator.follow(reading, at: now)
        if case .page(let page)? = view.slide?.content {
            slides.show(page, in: slidePane)
        } else {
            slides.show(nil, in: nil)
        }
        awards.show(view.award?.page, in: awardPane)
    }

    func playingChanged(_ snapshot: PlaybackSnapshot) { coordinator.playingChanged(snapshot) }

    func perform(_ order: RoomOrder) { coordinator.perform(order) }

    func perform(_ order: SlideOrder) {
        switch order {
        case .showPages(let pane): slidePane = pane
        case .showAwards(let pane): awardPane = pane
        }
    }

    func itemChanged() {
        let item = item()
        let chat = item?.options.chatFile.map { ChatFile(location: $0, offset: item?.options.chatOffset) }
        coordinator.itemChanged(item?.path, chat: chat)
    }

    /// Call once, last.
    func close() {
        coordinator.close()
        slides.close()
        awards.close()
    }
}
