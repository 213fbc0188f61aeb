import Addresses
import ClassRules
import PDFPages
import PlayCore
import Signalling
import Transport

/// Uploads this machine's files to the upload service, one at a time, on its own threads. Used on the thread `live`.
final class LiveFiles {
    private let services: LiveServices
    private let tell: @Sendable (FileNews) -> Void
    private var cancel = CancelToken()
    private let pictures = Monitor<[[UInt8]]>([])

    init(_ services: LiveServices, tell: @escaping @Sendable (FileNews) -> Void) {
        self.services = services
        self.tell = tell
    }

    func close() { cancel.cancel() }

    func perform(_ order: FileOrder) {
        switch order {
        case .prepare(let path, let purpose):
            cancel = CancelToken()
            let (cancel, pictures, tell) = (cancel, pictures, tell)
            work {
                do throws(FileProblem) {
                    let file = try PreparedFile(path, purpose, cancel: cancel)
                    pictures.withLock { $0 = file.bytes }
                    if !cancel.isCancelled { tell(.prepared(title: file.title, file.pictures)) }
                } catch {
                    if !cancel.isCancelled { tell(.failed(error.words)) }
                }
            }
        case .put(let number, let slot): put(number, slot)
        case .cancel: cancel.cancel()
        }
    }

    private func put(_ number: Int, _ slot: UploadSlot) {
        let (cancel, pictures, tell, services) = (cancel, pictures, tell, services)
        work {
            let bytes = pictures.withLock { $0.indices.contains(number) ? $0[number] : [] }
            guard let address = Address(slot.put), let client = services.client(address) else {
                return tell(.failed(tr("no address for the file")))
            }
            var request = HTTPRequest(address)
            request.method = .put
            request.headers = slot.headers.compactMap { HTTPHeader(name: $0.key, value: $0.value) }
            if let type = PictureHeader(bytes)?.type, let header = HTTPHeader(name: "Content-Type", value: type) {
                request.headers.append(header)
            }
            request.body = bytes
            do throws(ByteSourceError) {
                _ = try client.begin(request, cancel: cancel).successfulHead()
                if !cancel.isCancelled { tell(.put(number)) }
            } catch {
                if !cancel.isCancelled { tell(.failed(tr("the file was not uploaded: %1", error.reason))) }
            }
        }
    }

    private func work(_ body: @escaping @Sendable () -> Void) { WorkerThread(name: "live-file", body: body).detach() }
}

struct FileProblem: Error {
    let words: String
}

struct PreparedFile {
    /// Servers usually accept ten megabytes.
    static let sizeLimit = 10 << 20
    private static let documentLimit = 100 << 20
    /// In pixels of the longer side, enough for a large screen.
    private static let pageSide = 1600

    let title: String
    let bytes: [[UInt8]]
    let pictures: [PreparedPicture]

    /// Also renders the pages. Blocks.
    init(_ path: String, _ purpose: ClassUpload.Purpose, cancel: CancelToken) throws(FileProblem) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isDocument = purpose == .document && name.lowercased().hasSuffix(".pdf")
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        title = stem.isEmpty ? name : stem
        let content = try Self.read(path, limit: isDocument ? Self.documentLimit : Self.sizeLimit)
        let pages = isDocument ? try Self.pages(path, cancel: cancel) : [content]
        let texts = isDocument ? Self.texts(path, cancel: cancel) : []
        var prepared: [PreparedPicture] = []
        for (number, page) in pages.enumerated() {
            guard let header = PictureHeader(page) else {
                throw FileProblem(words: tr("Only PNG and JPEG pictures can be sent"))
            }
            // The server's name for the file reveals nothing about it.
            prepared.append(
                PreparedPicture(
                    name: "picture-\(number + 1).\(header.ending)", type: header.type, byteCount: page.count,
                    width: header.width, height: header.height,
                    text: texts.indices.contains(number) ? texts[number] : ""))
        }
        (bytes, pictures) = (pages, prepared)
    }

    /// Takes some tenths of a second per page.
    private static func pages(_ path: String, cancel: CancelToken) throws(FileProblem) -> [[UInt8]] {
        let count = try read { tools throws(PDFProblem) in try tools.pageCount(path, cancel: cancel) }
        guard count <= ClassLimits.pages else {
            throw FileProblem(words: tr("a document has at most %1 pages", "\(ClassLimits.pages)"))
        }
        var pages: [[UInt8]] = []
        for number in 1...count {
            pages.append(
                try read { tools throws(PDFProblem) in
                    try tools.png(path, page: number, longSide: pageSide, limit: sizeLimit, cancel: cancel)
                })
        }
        return pages
    }

    /// If the words cannot be read, the pictures suffice.
    private static func texts(_ path: String, cancel: CancelToken) -> [String] {
        do throws(PDFProblem) {
            return try PDFTools().texts(path, keepsLayout: true, cancel: cancel)
        } catch {
            Log.shared.write(.info, "live", "the document has no text: \(error.words)")
            return []
        }
    }

    private static func read<Value>(
        _ body: (PDFTools) throws(PDFProblem) -> Value
    ) throws(FileProblem) -> Value {
        do throws(PDFProblem) {
            return try body(PDFTools())
        } catch {
            throw FileProblem(words: error.words)
        }
    }

    static func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
        do {
            return try WholeFile.read(path, limit: limit)
        } catch {
            throw FileProblem(words: tr("cannot read %1: %2", path, error.reason))
        }
    }
}
