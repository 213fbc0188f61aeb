package import Classes
package import Mosaic
package import PlayCore

/// A thread that reads pictures and makes thumbnails of them, one after the other. It skips requests that were dropped
/// before their turn. Called on the screen's thread.
package final class ThumbnailWorker {
    /// A screen has no space for more.
    package static let most = 32
    /// Kept in addition to the requested pictures, for scrolling back and forth.
    private static let kept = 64
    /// Of the longer side.
    private static let imageSize = 240

    private struct Made {
        let wish: ThumbnailWish
        let look: MosaicLook
        let picture: SlidePicture
    }

    private struct State {
        var wishes: [ThumbnailWish] = []
        var look = MosaicLook()
        var made: [Made] = []
        var number = 0
        var isClosed = false

        var next: ThumbnailWish? { wishes.first { picture(of: $0) == nil } }

        func picture(of wish: ThumbnailWish) -> SlidePicture? {
            made.last { $0.wish == wish && $0.look == look }?.picture
        }
    }

    private let state = Monitor(State())
    private let name: String
    private let images: any PageImageReading
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private var wishes: [ThumbnailWish] = []
    private var shownLook: MosaicLook?
    private var thread: WorkerThread?
    private var set = ThumbnailSet()
    private var seen = 0

    package init(
        _ name: String, images: any PageImageReading, wakeUp: WakeUp, look: @escaping () -> MosaicLook
    ) {
        self.name = name
        self.images = images
        self.wakeUp = wakeUp
        self.look = look
    }

    /// The most important first.
    package func show(_ wanted: [ThumbnailWish]) {
        let (wanted, look) = (Array(wanted.prefix(Self.most)), look())
        guard wanted != wishes || look != shownLook else { return }
        (wishes, shownLook) = (wanted, look)
        state.update { state in
            (state.wishes, state.look) = (wanted, look)
            state.number += 1
        }
        guard thread == nil, !wanted.isEmpty else { return }
        thread = WorkerThread(name: name) { [state, images, wakeUp] in Self.work(state, images, wakeUp) }
    }

    /// Cancels a read in progress. Must be the last call, made once.
    package func close() {
        state.update { $0.isClosed = true }
        images.cancel()
        thread?.leave()
        thread = nil
    }

    package var newest: ThumbnailSet {
        let wishes = wishes
        let (number, found) = state.withLock { state -> (Int, [String: SlidePicture]?) in
            guard state.number != seen else { return (seen, nil) }
            let pairs = wishes.compactMap { wish in state.picture(of: wish).map { (wish.location, $0) } }
            return (state.number, Dictionary(pairs) { first, _ in first })
        }
        seen = number
        if let found, found != set.pictures {
            set.pictures = found
            set.number += 1
        }
        return set
    }

    private static func work(_ state: Monitor<State>, _ images: any PageImageReading, _ wakeUp: WakeUp) {
        var rasterizer = SlideRasterizer(images)
        while let (wish, look) = next(state) {
            var page = SlidePage(picture: wish.location)
            page.imageSize = imageSize
            let picture = rasterizer.thumbnail(of: page, wish, look)
            state.update { state in
                state.made.append(Made(wish: wish, look: look, picture: picture))
                state.number += 1
                forget(&state)
            }
            wakeUp.signal()
        }
    }

    private static func forget(_ state: inout State) {
        while state.made.count > most + kept {
            let place = state.made.firstIndex { !state.wishes.contains($0.wish) || $0.look != state.look } ?? 0
            state.made.remove(at: place)
        }
    }

    private static func next(_ state: Monitor<State>) -> (ThumbnailWish, MosaicLook)? {
        state.next { state in
            if state.isClosed { return .end }
            return state.next.map { .work(($0, state.look)) } ?? .wait
        }
    }
}
