import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

/// Uploads pictures for the chat and documents for the class (XEP-0363), one file at a time, page by page.
extension LiveMachine {
    mutating func beginUpload(_ path: String, _ purpose: ClassUpload.Purpose) {
        guard stage == .inside else { return tell(.failure(tr("No connection to the class"))) }
        guard ticket?.upload != nil else { return tell(.failure(tr("This class takes no files"))) }
        guard files.purpose == nil else { return tell(.failure(tr("Another file is on its way"))) }
        files = FileQueue()
        files.purpose = purpose
        let name = path.split(separator: "/").last.map(String.init) ?? path
        view.upload = ClassUpload(name: name, progress: 0)
        renew()
        act(.file(.prepare(path: path, purpose)))
    }

    mutating func cancelUpload() {
        guard files.purpose != nil else { return }
        act(.file(.cancel))
        endUpload()
    }

    private mutating func endUpload() {
        files = FileQueue()
        view.upload = nil
        renew()
    }

    mutating func receive(_ news: FileNews, at now: HostTime) {
        guard files.purpose != nil else { return }
        switch news {
        case .prepared(let title, let pictures):
            (files.title, files.pictures) = (title, pictures)
            askForSlot(at: now)
        case .progress(let share):
            view.upload?.progress = files.progress + share / Double(max(1, files.pictures.count))
            renew()
        case .put(let number):
            guard number == files.addresses.count, let slot = files.slot else { return }
            files.addresses.append(slot.get)
            view.upload?.progress = files.progress
            renew()
            if files.addresses.count < files.pictures.count { askForSlot(at: now) } else { finishUpload(at: now) }
        case .failed(let reason):
            endUpload()
            tell(.failure(reason))
        }
    }

    private var showsNothing: Bool {
        let area = view.state.documents
        guard let page = area.page?.key else { return true }
        return area.document(page.document)?.kind == .whiteboard && area.shapes(on: page).isEmpty
    }

    private mutating func askForSlot(at now: HostTime) {
        let number = files.addresses.count
        guard files.pictures.indices.contains(number), let upload = ticket?.upload.flatMap({ XMPPAddress($0) }) else {
            return
        }
        let picture = files.pictures[number]
        let payload = UploadSlot.request(name: picture.name, bytes: picture.byteCount, type: picture.type)
        guard let (id, stanza) = requests.request(.get, to: upload, payload, at: now) else { return }
        questions[id] = .slot
        send(stanza)
    }

    mutating func receiveSlot(_ answer: Result<XMLElement, RequestFailure>, at now: HostTime) {
        guard files.purpose != nil else { return }
        switch answer {
        case .success(let stanza):
            guard let slot = UploadSlot(stanza) else { return uploadFailed(tr("no address for the file")) }
            files.slot = slot
            act(.file(.put(files.addresses.count, slot.reached(reached))))
        case .failure(.refused(let error)):
            if let limit = UploadSlot.limit(error) {
                return uploadFailed(tr("the file is too large: at most %1", ByteCountText.text(Int64(limit))))
            }
            uploadFailed(error.text.isEmpty ? error.condition : error.text)
        case .failure(.timedOut), .failure(.disconnected): uploadFailed(tr("the server does not respond"))
        }
    }

    private mutating func uploadFailed(_ reason: String) {
        let name = view.upload?.name ?? ""
        act(.file(.cancel))
        endUpload()
        tell(.failure(tr("%1 was not uploaded: %2", name, reason)))
    }

    private mutating func finishUpload(at now: HostTime) {
        let (files, purpose) = (files, files.purpose)
        endUpload()
        switch purpose {
        case .message:
            guard let address = files.addresses.first else { return }
            post(ChatStanza(text: "", picture: address), at: now)
        case .document:
            let pages = zip(files.pictures, files.addresses).map { picture, address in
                ClassDocument.Page(picture: address, width: picture.width, height: picture.height)
            }
            let document = ClassDocument(id: nextID(), title: files.title, pages: pages)
            if let error = view.refusal(of: .addDocument(document), at: view.clock.time(at: now)) {
                return tell(.failure(error.words))
            }
            pageTexts = files.pictures.enumerated().compactMap { number, picture in
                PageText(of: PageKey(document: document.id, page: number), cleaning: picture.text)
            }
            let isFirst = showsNothing
            wish(.addDocument(document), at: now)
            if isFirst { wish(.showPage(PageChange(PageKey(document: document.id, page: 0))), at: now) }
        case nil: break
        }
    }

    /// Sends the texts of the pages. The class must have the document.
    mutating func describePages(of document: ClassDocument, at now: HostTime) {
        guard pageTexts.first?.key.document == document.id else { return }
        for part in PageText.parts(pageTexts) { wish(.describePages(part), at: now) }
        pageTexts = []
    }
}
