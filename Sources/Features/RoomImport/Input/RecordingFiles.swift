package import Addresses
package import Rooms

/// The files of a recording in a folder or on a server. Whoever makes it decides how they are read. Paths are relative
/// and without "..".
package struct RecordingFiles {
    /// Nil: a folder; references to pictures and videos stay as they are, relative to it.
    package let base: Address?
    /// For messages: a path, or an address without secrets.
    package let name: String
    /// Nil: there is no such file. At most that many bytes; blocks.
    private let readFile: (_ path: String, _ limit: Int) throws(RoomError) -> [UInt8]?
    /// Asked for videos, which are not read here; blocks.
    private let hasFile: (_ path: String) -> Bool
    /// Names of the files and folders in a folder; empty where they cannot be had (a server's).
    private let listFolder: (_ path: String) -> [String]
    /// The words on each page of a PDF; nil where its pages cannot be shown.
    private let readPages: (_ path: String) -> [String]?

    package init(
        base: Address?, name: String, read: @escaping (_ path: String, _ limit: Int) throws(RoomError) -> [UInt8]?,
        has: @escaping (_ path: String) -> Bool, list: @escaping (_ folder: String) -> [String] = { _ in [] },
        pages: @escaping (_ path: String) -> [String]? = { _ in nil }
    ) {
        self.base = base
        self.name = name
        readFile = read
        hasFile = has
        listFolder = list
        readPages = pages
    }

    func read(_ path: String, limit: Int) throws(RoomError) -> [UInt8]? { try readFile(path, limit) }
    func has(_ path: String) -> Bool { hasFile(path) }
    func list(_ folder: String) -> [String] { listFolder(folder).sorted() }
    func pages(ofPDF path: String) -> [String]? { readPages(path) }

    /// The first of these that is there.
    func first(of paths: [String]) -> String? { paths.first(where: has) }

    /// What an event says of a file: a path within the folder, or an address of the server. Nil for what leads out of
    /// the recording.
    func reference(_ path: String) -> String? {
        if let address = Address(path) { return address.isHTTP ? address.text : nil }
        guard RoomPath.problem(path) == nil else { return nil }
        guard let base else { return path }
        return Address(path, relativeTo: base)?.text
    }
}

/// What an importer made of a recording. A value; its texts are unverified.
package struct ImportedRecording: Sendable, Equatable {
    package var contents: RoomContents
    /// Subtitles of the recording.
    package var captions: [Captions] = []
    /// What all wrote together, as plain text.
    package var notes: String?

    package struct Captions: Sendable, Equatable {
        /// "en_US".
        package var locale: String
        /// Unverified text.
        package var name: String
        /// An address, or a file of the recording.
        package var url: String
    }

    /// Pictures and videos that the contents name and a package has to bring along; none of a server's.
    package var files: [String] {
        var found: Set<String> = []
        func add(_ reference: String?) {
            guard let path = reference.map({ PDFPage($0)?.path ?? $0 }), RoomPath.problem(path) == nil else { return }
            found.insert(path)
        }
        contents.info.media.forEach { add($0.url) }
        contents.info.userVideoList.forEach { add($0.url) }
        captions.forEach { add($0.url) }
        for event in contents.events {
            switch event.kind {
            case .documentAdded(let document): document.pages.forEach { add($0.picture) }
            case .shapeDrawn(let shape): add(shape.picture)
            default: break
            }
        }
        return found.sorted()
    }
}
