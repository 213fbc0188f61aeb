import Classes
import PlayCore
import XML

/// `shapes.svg`. A slide (`<image>`) precedes its drawings (`<g class="canvas">`).
struct PublishedSlides {
    struct Size: Equatable {
        var width: Double
        var height: Double
    }

    private struct Slide {
        var key: PageKey
        var href: String
        var size: Size
    }

    private static let pageLimit = 5000
    /// The pixels of the longer side of BigBlueButton's thumbnails, as found in recordings.
    static let thumbnailSide = 150

    var texts: [PageKey: String] = [:]
    private var textFiles: [PageKey: String] = [:]
    private var images: [String: Slide] = [:]
    private var pages: [PageKey: Slide] = [:]
    private var documents: [String] = []
    private var counts: [String: Int] = [:]
    private(set) var shown: [(time: MediaTime, key: PageKey)] = []
    /// The times of screen sharing, used if no other file has them.
    private(set) var sharing: [(start: MediaTime, end: MediaTime?)] = []
    private var drawings: [ClassEvent] = []
    /// Newer servers repeat the drawings each time the slide is shown again.
    private var drawn: Set<String> = []

    mutating func read(_ element: XMLElement, _ collector: inout ImportCollector) {
        if element.name == "image" {
            readImage(element, &collector)
        } else if element.name == "g", element["class"] == "canvas" {
            readCanvas(element, &collector)
        }
    }

    // MARK: Slides

    private mutating func readImage(_ image: XMLElement, _ collector: inout ImportCollector) {
        // An image without this attribute is the logo before the first slide.
        guard let href = image["xlink:href"] ?? image["href"], !href.hasSuffix("/logo.png") else {
            return
        }
        guard let starts = Numbers.list(image["in"] ?? "") else {
            return collector.note("a slide with a wrong time")
        }
        let ends = Numbers.list(image["out"] ?? "") ?? []
        if href.contains("deskshare") {
            for (index, start) in starts.enumerated() {
                let end = index < ends.count ? MediaTime(seconds: ends[index]) : nil
                sharing.append((MediaTime(seconds: start), end))
            }
            return
        }
        guard let key = Self.key(href) else { return collector.note("a slide that is no page") }
        let size = Size(
            width: Self.length(image["width"]) ?? 1600, height: Self.length(image["height"]) ?? 1200)
        let slide = Slide(key: key, href: href, size: size)
        if let id = image["id"] { images[id] = slide }
        if pages[key] == nil { pages[key] = slide }
        if counts[key.document] == nil { documents.append(key.document) }
        count(key)
        if let text = image["text"] { note(text, of: key) }
        for start in starts { shown.append((MediaTime(seconds: start), key)) }
    }

    private mutating func count(_ key: PageKey) {
        counts[key.document] = min(max(counts[key.document] ?? 0, key.page + 1), Self.pageLimit)
    }

    /// `text` is a path in files of newer servers, the text itself in older ones.
    private mutating func note(_ text: String, of key: PageKey) {
        guard texts[key] == nil else { return }
        if text.hasSuffix(".txt") { textFiles[key] = text } else if !text.isEmpty { texts[key] = text }
    }

    /// Reads a path such as `presentation/ID/slide-3.png` or `…/svgs/slide3.svg`.
    private static func key(_ href: String) -> PageKey? {
        let parts = href.split(separator: "/")
        guard let name = parts.last, let place = parts.lastIndex(of: "presentation"), parts.count > place + 2,
            let number = Int(String(name.filter { $0.isASCII && $0.isNumber }).prefix(6)), number >= 1
        else { return nil }
        return PageKey(document: String(parts[place + 1]), page: number - 1)
    }

    private static func length(_ text: String?) -> Double? {
        text.flatMap { Numbers.number($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    /// At the time of a change, returns the new slide.
    func slide(at time: MediaTime) -> (key: PageKey, size: Size)? {
        let passed = shown.partitioningIndex { $0.time > time }
        return passed == 0 ? nil : pages[shown[passed - 1].key].map { ($0.key, $0.size) }
    }

    func slide(image number: String) -> (key: PageKey, size: Size)? {
        images["image" + number].map { ($0.key, $0.size) }
    }

    // MARK: Drawings

    private mutating func readCanvas(_ canvas: XMLElement, _ collector: inout ImportCollector) {
        let id = canvas["image"] ?? canvas["id"]?.replacing("canvas", with: "image") ?? ""
        guard let slide = images[id] else { return collector.note("drawings on a slide that is not there") }
        for group in canvas.children where group.name == "g" {
            guard let time = group["timestamp"].flatMap({ Numbers.seconds($0) }),
                let shape = SVGShape.shape(group, on: slide.key, size: slide.size, image: id)
            else {
                collector.note("a drawing that cannot be read")
                continue
            }
            let draw = SVGShape.withoutImage(group["id"] ?? "\(time.nanoseconds)", id)
            let mark = "\(slide.key.document) \(slide.key.page) \(shape.id) \(draw)"
            guard drawn.insert(mark).inserted else { continue }
            drawings.append(ClassEvent(time, .shapeDrawn(shape)))
            if let undo = group["undo"].flatMap({ Numbers.seconds($0) }), undo >= time, undo > .zero,
                drawn.insert("undo \(slide.key.document) \(slide.key.page) \(shape.id)").inserted
            {
                drawings.append(ClassEvent(undo, .shapesUndone(slide.key, [shape.id])))
            }
        }
    }

    // MARK: Events

    mutating func finish(_ files: RecordingFiles, _ collector: inout ImportCollector) {
        shown.sort { $0.time < $1.time }
        readTexts(files, &collector)
        for key in texts.keys where counts[key.document] != nil { count(key) }
        for id in documents { collector.add(ClassEvent(.zero, .documentAdded(document(id, files)))) }
        for change in shown { collector.add(ClassEvent(change.time, .pageShown(PageChange(change.key)))) }
        for event in drawings { collector.add(event) }
        drawings = []
    }

    private mutating func readTexts(_ files: RecordingFiles, _ collector: inout ImportCollector) {
        for (key, path) in textFiles.sorted(by: { $0.value < $1.value }) where texts[key] == nil {
            guard ClassPath.problem(path) == nil else { continue }
            do {
                guard let bytes = try files.read(path, limit: 1 << 20) else { continue }
                let text = String(decoding: bytes, as: UTF8.self).trimmed
                if !text.isEmpty { texts[key] = collector.cut(text) }
            } catch {
                collector.note("the text of a slide: \(error.reason)")
            }
        }
    }

    private func document(_ id: String, _ files: RecordingFiles) -> ClassDocument {
        let count = counts[id] ?? 0
        let thumbnails = "presentation/\(id)/thumbnails/thumb-"
        // Local folders need no thumbnails, because the large pictures are read as quickly.
        let hasThumbnails = count > 0 && files.base != nil && files.has(thumbnails + "1.png")
        let list = (0..<count).map { number -> ClassDocument.Page in
            let slide = pages[PageKey(document: id, page: number)]
            var page = ClassDocument.Page(
                picture: files.reference(slide?.href ?? "presentation/\(id)/slide-\(number + 1).png"),
                width: slide.map { Int($0.size.width) }, height: slide.map { Int($0.size.height) },
                text: texts[PageKey(document: id, page: number)])
            if hasThumbnails, let small = files.reference(thumbnails + "\(number + 1).png") {
                page.sizes = [ClassDocument.Page.Size(picture: small, longSide: Self.thumbnailSide)]
            }
            return page
        }
        return ClassDocument(id: id, pages: list)
    }
}
