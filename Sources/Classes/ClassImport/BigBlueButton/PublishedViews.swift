import Classes
import PlayCore
import XML

struct PublishedViews {
    let slides: PublishedSlides
    let board: TldrawBoard
    private var viewports: [(time: MediaTime, viewport: Viewport)] = []

    init(slides: PublishedSlides, board: TldrawBoard) {
        self.slides = slides
        self.board = board
    }

    /// Reads `<event timestamp="19.1"><viewBox>x y width height</viewBox></event>` in pixels of the slide.
    mutating func addPanZooms(_ events: [XMLElement], isTldraw: Bool, _ collector: inout ImportCollector) {
        for event in events where event.name == "event" {
            guard let time = event["timestamp"].flatMap({ Numbers.seconds($0) }),
                let box = event.value("viewBox").flatMap({ Numbers.list($0) }), box.count == 4, box[2] > 0, box[3] > 0
            else {
                collector.note("a view that cannot be read")
                continue
            }
            let viewport = viewport(box, slides.slide(at: time)?.size ?? .init(width: 1600, height: 1200), isTldraw)
            viewports.append((time, viewport))
            collector.add(ClassEvent(time, .viewport(viewport)))
        }
        viewports.sort { $0.time < $1.time }
    }

    private func viewport(_ box: [Double], _ size: PublishedSlides.Size, _ isTldraw: Bool) -> Viewport {
        let (width, height) = (SVGShape.fraction(box[2], of: size.width), SVGShape.fraction(box[3], of: size.height))
        guard isTldraw else {
            return Viewport(
                x: SVGShape.fraction(box[0], of: size.width), y: SVGShape.fraction(box[1], of: size.height),
                width: width,
                height: height)
        }
        // tldraw's camera is the position of the page relative to the window.
        let page = board.scaled(size)
        return Viewport(
            x: SVGShape.fraction(-box[0], of: page.width), y: SVGShape.fraction(-box[1], of: page.height), width: width,
            height: height)
    }

    /// Reads `<event timestamp="2.5"><cursor>x y</cursor></event>`. Coordinates are fractions of the visible part of
    /// the slide (from 1.0 on), pixels of half the slide (before), or tldraw's units (whiteboards since 2.6). Negative
    /// ones hide the pointer.
    func addCursor(_ events: [XMLElement], isTldraw: Bool, _ collector: inout ImportCollector) {
        let places = events.compactMap { event -> (time: MediaTime, x: Double, y: Double)? in
            guard event.name == "event", let time = event["timestamp"].flatMap({ Numbers.seconds($0) }),
                let place = event.value("cursor").flatMap({ Numbers.list($0) }), place.count == 2
            else { return nil }
            return (time, place[0], place[1])
        }
        if places.count < events.count { collector.note("a place of the pointer that cannot be read") }
        let isInPixels = places.contains { $0.x > 1 || $0.y > 1 }
        for place in places {
            let point = place.x < 0 && place.y < 0 ? nil : point(place, isTldraw: isTldraw, isInPixels: isInPixels)
            collector.add(ClassEvent(place.time, .pointer(point)))
        }
    }

    private func point(
        _ place: (time: MediaTime, x: Double, y: Double), isTldraw: Bool, isInPixels: Bool
    ) -> BoardPoint {
        let size = slides.slide(at: place.time)?.size ?? .init(width: 1600, height: 1200)
        if isTldraw {
            let page = board.scaled(size)
            return BoardPoint(
                x: SVGShape.fraction(place.x, of: page.width), y: SVGShape.fraction(place.y, of: page.height))
        }
        let passed = viewports.partitioningIndex { $0.time > place.time }
        let seen = passed == 0 ? .whole : viewports[passed - 1].viewport
        let x = isInPixels ? SVGShape.fraction(place.x, of: size.width / 2) : place.x
        let y = isInPixels ? SVGShape.fraction(place.y, of: size.height / 2) : place.y
        return BoardPoint(x: seen.x + x * seen.width, y: seen.y + y * seen.height)
    }
}
