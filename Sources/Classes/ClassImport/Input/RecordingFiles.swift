package import Addresses
package import Classes

/// The files of a recording in a folder or on a server. Paths are relative and without "..".
package struct RecordingFiles {
    /// The server's address, or `nil` for a folder, in which references to pictures and videos stay relative.
    package let base: Address?
    /// The name for messages: a path, or an address without secrets.
    package let name: String
    /// Returns at most `limit` bytes of a file, or `nil` if it does not exist. Blocks.
    private let readFile: (_ path: String, _ limit: Int) throws(ClassReadError) -> [UInt8]?
    /// Returns whether a file exists, for videos, which are not read here. Blocks.
    private let hasFile: (_ path: String) -> Bool
    /// Returns the names of the files and folders in a folder; none if it cannot be listed (on a server).
    private let listFolder: (_ path: String) -> [String]
    /// Returns the text of each page of a PDF, or `nil` if its pages cannot be shown.
    private let readPages: (_ path: String) -> [String]?

    package init(
        base: Address?, name: String, read: @escaping (_ path: String, _ limit: Int) throws(ClassReadError) -> [UInt8]?,
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

    func read(_ path: String, limit: Int) throws(ClassReadError) -> [UInt8]? { try readFile(path, limit) }
    func has(_ path: String) -> Bool { hasFile(path) }
    func list(_ folder: String) -> [String] { listFolder(folder).sorted() }
    func pages(ofPDF path: String) -> [String]? { readPages(path) }

    func first(of paths: [String]) -> String? { paths.first(where: has) }

    /// Returns a path within the folder, or an address of the server; `nil` if it leads out of the recording.
    func reference(_ path: String) -> String? {
        if let address = Address(path) { return address.isHTTP ? address.text : nil }
        guard ClassPath.problem(path) == nil else { return nil }
        guard let base else { return path }
        return Address(path, relativeTo: base)?.text
    }
}

/// The result of importing a recording. The texts are unverified.
package struct ImportedRecording: Sendable, Equatable {
    package var contents: ClassContents
    package var captions: [Captions] = []
    /// The shared notes, as plain text.
    package var notes: String?

    package struct Captions: Sendable, Equatable {
        /// The locale, such as "en_US".
        package var locale: String
        /// Unverified text.
        package var name: String
        /// An address, or a file of the recording.
        package var url: String
    }

    /// The pictures and videos that the contents name and a package must include; none on a server.
    package var files: [String] {
        var found: Set<String> = []
        func add(_ reference: String?) {
            guard let path = reference.map({ PDFPage($0)?.path ?? $0 }), ClassPath.problem(path) == nil else { return }
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
