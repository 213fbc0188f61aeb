import Classes
import PlayCore
import XML

struct RawDocuments {
    private(set) var ids: [String] = []
    private var titles: [String: String] = [:]
    private var counts: [String: Int] = [:]
    private var added: [String: MediaTime] = [:]
    var current: String?
    var pages: [String: Int] = [:]

    private static let pageLimit = 5000

    mutating func note(_ id: String, title: String?, count: Int?, _ time: MediaTime) {
        if added[id] == nil {
            added[id] = time
            ids.append(id)
        }
        if let title { titles[id] = title }
        if let count, count >= 1 { counts[id] = min(max(count, counts[id] ?? 0), Self.pageLimit) }
    }

    func addPictures(_ files: RecordingFiles, _ collector: inout ImportCollector) {
        let events = ids.map { id in
            let (large, small) = Self.pictures(id, files)
            let pdf = Self.pdf(id, files)
            let known = [counts[id] ?? 0, large.keys.max() ?? 0, small.keys.max() ?? 0, pdf?.texts.count ?? 0]
            let count = min(max(known.max() ?? 0, (pages[id] ?? 0) + 1), Self.pageLimit)
            let words = Self.words(id, count, files, collector.limits)
            let list = (1...count).map { number in
                let own = pdf.flatMap { number <= $0.texts.count ? PDFPage(path: $0.path, page: number) : nil }
                let picture = large[number] ?? own?.reference ?? small[number]
                let text = words[number] ?? own.map { collector.cut(pdf?.texts[$0.page - 1].trimmed ?? "") }
                var page = ClassDocument.Page(picture: picture, text: text?.isEmpty == true ? nil : text)
                if let small = small[number], small != picture {
                    page.sizes = [.init(picture: small, longSide: PublishedSlides.thumbnailSide)]
                }
                return page
            }
            let document = ClassDocument(id: id, title: titles[id] ?? id, pages: list)
            return ClassEvent(added[id] ?? .zero, .documentAdded(document))
        }
        collector.prepend(events)
    }

    private static let roots = ["presentations", "presentation"]

    private static func words(
        _ id: String, _ count: Int, _ files: RecordingFiles, _ limits: ImportLimits
    ) -> [Int: String] {
        guard ClassPath.problem(id) == nil else { return [:] }
        var words: [Int: String] = [:]
        for root in roots where !files.list("\(root)/\(id)/textfiles").isEmpty {
            for page in 1...count {
                do throws(ClassReadError) {
                    let bytes = try files.read("\(root)/\(id)/textfiles/slide-\(page).txt", limit: limits.recordBytes)
                    let text = bytes.map { String(decoding: $0, as: UTF8.self).trimmed }
                    if let text, !text.isEmpty, text != "No text could be retrieved for the slide" {
                        words[page] = text
                    }
                } catch {
                    Log.shared.write(.info, "rooms", "\(error.context): \(error.reason)")
                }
            }
        }
        return words
    }

    /// Returns none on a server, which does not list its folders.
    private static func pictures(_ id: String, _ files: RecordingFiles) -> (large: [Int: String], small: [Int: String])
    {
        guard ClassPath.problem(id) == nil else { return ([:], [:]) }
        func found(_ folder: String) -> [Int: String] {
            var result: [Int: String] = [:]
            for name in files.list(folder) where name.hasSuffix(".png") || name.hasSuffix(".jpg") {
                let digits = name.filter { $0.isASCII && $0.isNumber }
                guard let number = Int(String(digits.prefix(6))), number >= 1 else { continue }
                result[number] = files.reference(folder + "/" + name)
            }
            return result
        }
        let large = roots.flatMap { ["\($0)/\(id)/pngs", "\($0)/\(id)"] }.map(found)
        let small = roots.map { found("\($0)/\(id)/thumbnails") }
        return (large.reduce([:]) { $0.merging($1) { $1 } }, small.reduce([:]) { $0.merging($1) { $1 } })
    }

    /// Returns the PDF of the presentation with the text of each page.
    private static func pdf(_ id: String, _ files: RecordingFiles) -> (path: String, texts: [String])? {
        guard ClassPath.problem(id) == nil else { return nil }
        for folder in roots.map({ "\($0)/\(id)" }) {
            let names = files.list(folder).filter { $0.hasSuffix(".pdf") && ClassPath.problem($0) == nil }
            guard let name = names.first(where: { $0 == id + ".pdf" }) ?? names.first else { continue }
            let path = folder + "/" + name
            if let texts = files.pages(ofPDF: path), !texts.isEmpty { return (path, Array(texts.prefix(pageLimit))) }
        }
        return nil
    }
}

extension RawRecording {
    mutating func readPage(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        let id = event.value("presentationName")
        switch name {
        case "ConversionCompletedEvent", "GenerateSlideEvent":
            guard let id else { return }
            documents.note(
                id, title: event.value("originalFilename"), count: event.value("numberOfPages").flatMap { Int($0) },
                time)
        case "SharePresentationEvent":
            guard let id, event.value("share") != "false" else { return }
            documents.note(id, title: nil, count: nil, time)
            show(PageKey(document: id, page: documents.pages[id] ?? 0), time)
        case "GotoSlideEvent":
            guard let document = id ?? documents.current, let page = event.value("slide").flatMap({ Int($0) }),
                (0..<5000).contains(page)
            else { return collector.note("a page that there is not") }
            documents.note(document, title: nil, count: page + 1, time)
            show(PageKey(document: document, page: page), time)
        case "ResizeAndMoveSlideEvent": if let view = viewport(event) { add(time, .viewport(view)) }
        case "RemovePresentationEvent": if let id { add(time, .documentRemoved(id)) }
        case "CursorMoveEvent": readPointer(event, time, whole: 1)
        default: break
        }
    }

    private mutating func show(_ key: PageKey, _ time: MediaTime) {
        documents.current = key.document
        documents.pages[key.document] = key.page
        add(time, .pageShown(PageChange(key)))
    }

    /// Reads offsets, which are stored halved and negated, and ratios. The unit is per cent, or a fraction in the
    /// oldest files.
    private func viewport(_ event: XMLElement) -> Viewport? {
        let numbers = ["xOffset", "yOffset", "widthRatio", "heightRatio"].compactMap { name in
            event.value(name).flatMap { Numbers.number($0) }
        }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        let whole = numbers[2] <= 1 && numbers[3] <= 1 ? 1.0 : 100
        return Viewport(
            x: SVGShape.fraction(-numbers[0] * 2, of: whole), y: SVGShape.fraction(-numbers[1] * 2, of: whole),
            width: SVGShape.fraction(numbers[2], of: whole), height: SVGShape.fraction(numbers[3], of: whole))
    }

    /// - Parameter whole: the number that means the whole width in the file.
    mutating func readPointer(_ event: XMLElement, _ time: MediaTime, whole: Double, height: Double? = nil) {
        guard let x = event.value("xOffset").flatMap({ Numbers.number($0) }),
            let y = event.value("yOffset").flatMap({ Numbers.number($0) })
        else { return collector.note("a place of the pointer that cannot be read") }
        let point = BoardPoint(x: SVGShape.fraction(x, of: whole), y: SVGShape.fraction(y, of: height ?? whole))
        let isSeen = (0...1).contains(point.x) && (0...1).contains(point.y)
        add(time, .pointer(isSeen ? point : nil))
    }
}
