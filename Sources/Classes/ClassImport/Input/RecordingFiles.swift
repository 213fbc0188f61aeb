package import Addresses
package import Classes

/// The files of a recording in a folder or on a server. Paths are relative, without "..". The closures block.
package struct RecordingFiles {
    /// The server's address; `nil` for a folder, where references to pictures and videos stay relative.
    package let base: Address?
    /// For messages: a path, or an address without secrets.
    package let name: String
    /// Returns at most `limit` bytes, or `nil` if the file does not exist.
    private let readFile: (_ path: String, _ limit: Int) throws(ClassReadError) -> [UInt8]?
    private let hasFile: (_ path: String) -> Bool
    /// Returns no names if the folder cannot be listed, as on a server.
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

    /// Returns a path within the folder, or an address of the server. Returns `nil` if it leads out of the recording.
    func reference(_ path: String) -> String? {
        if let address = Address(path) { return address.isHTTP ? address.text : nil }
        guard ClassPath.problem(path) == nil else { return nil }
        guard let base else { return path }
        return Address(path, relativeTo: base)?.text
    }
}

/// The result of importing a recording. Its texts are unverified.
package struct ImportedRecording: Sendable, Equatable {
    package var contents: ClassContents
    package var captions: [Captions] = []
    /// The shared notes, as plain text.
    package var notes: String?

    package struct Captions: Sendable, Equatable {
        package var locale: String
        package var name: String
        package var url: String
    }

    /// The pictures and videos that a package must include. On a server there are none.
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
