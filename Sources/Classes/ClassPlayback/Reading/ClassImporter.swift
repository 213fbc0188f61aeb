import Addresses
import ClassImport
import Classes
import PDFPages
import PlayCore
import Playlists

/// Reads files without a manifest: recordings of BigBlueButton and chat replays. Blocks; any thread.
struct ClassImporter: Sendable {
    /// The most bytes of a chat replay. One of 200,000 messages, with all data from YouTube, has some 400 MB.
    private static let chatBytes = 1 << 30
    private static let pieceBytes = 256 << 10

    let location: String
    let access: any MediaAccess
    let files: @Sendable (ClassPlace) -> SourceClassFiles

    func part(_ name: String, _ place: ClassPlace, _ cancel: CancelToken) throws(ClassReadError) -> ClassContents {
        let own = location.split(separator: "/").last.map(String.init) ?? ""
        return try recording(place, cancel) { path in
            // The other main file beside this one belongs to another recording.
            path == name ? own : ClassForm.mainFiles.contains(path) ? nil : path
        }
    }

    /// - Parameter called: returns the local name of a recording's file, or `nil` for a file of another recording.
    func recording(
        _ place: ClassPlace, _ cancel: CancelToken, called: @escaping (String) -> String? = { $0 }
    ) throws(ClassReadError) -> ClassContents {
        let files = files(place)
        let recording = RecordingFiles(
            base: place.address, name: place.name,
            read: { path, limit throws(ClassReadError) in
                guard let path = called(path) else { return nil }
                do throws(ClassReadError) {
                    return try files.read(try place.location(of: path), limit: limit, cancel: cancel)
                } catch {
                    if error.code == .fileLost || error.code == .invalidVideoURL { return nil }
                    throw error
                }
            },
            has: { path in has(path, place, cancel) },
            list: { path in
                guard case .folder(let folder) = place else { return [] }
                return FolderWalk.names(in: folder + path, for: "rooms").filter { !$0.hasPrefix(".") }
            }, pages: { path in pages(ofPDF: path, place, cancel) })
        return try BigBlueButton.read(recording).contents
    }

    /// Returns `nil` if poppler's tools are not installed.
    private func pages(ofPDF path: String, _ place: ClassPlace, _ cancel: CancelToken) -> [String]? {
        guard let folder = place.folder, FileSystemAccess.isInside(folder + path, of: folder) else { return nil }
        do throws(PDFProblem) {
            return try PDFTools().texts(folder + path, cancel: cancel)
        } catch {
            Log.shared.write(.info, "rooms", "\(path): \(error.words)")
            return nil
        }
    }

    /// On a server, reads the file's first byte.
    private func has(_ path: String, _ place: ClassPlace, _ cancel: CancelToken) -> Bool {
        do {
            let location = try place.location(of: path)
            if let folder = place.folder {
                return FileSystemAccess.exists(location) && FileSystemAccess.isInside(location, of: folder)
            }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
            defer { buffer.deallocate() }
            return try access.open(location, cancel: cancel).read(at: 0, into: buffer) == 1
        } catch {
            Log.shared.write(.debug, "rooms", "\(path): \(error)")
            return false
        }
    }

    func chat(_ cancel: CancelToken) throws(ClassReadError) -> ClassContents {
        let shown = AddressText.shown(location)
        var reader = ChatReplayReader(name: shown)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 1)
        defer { buffer.deallocate() }
        let source = try opened(cancel)
        var offset: Int64 = 0
        while !reader.isFull, offset < Self.chatBytes {
            let count = try piece(of: source, at: offset, into: buffer)
            if count == 0 { break }
            offset += Int64(count)
            try asChat { () throws(ClassReadError) in try reader.feed(Array(buffer[..<count])) }
        }
        return try asChat { () throws(ClassReadError) in try reader.finish() }.contents(id: shown)
    }

    /// Replaces any error: classes have other names, so the file is neither a chat nor a class.
    private func asChat<Value>(_ body: () throws(ClassReadError) -> Value) throws(ClassReadError) -> Value {
        do throws(ClassReadError) {
            return try body()
        } catch {
            throw ClassReadError(
                .invalidPlayInfo, tr("neither a class nor a recorded chat in a known format"), in: error.context)
        }
    }

    private func opened(_ cancel: CancelToken) throws(ClassReadError) -> any ByteSource {
        do throws(ByteSourceError) {
            return try access.open(location, cancel: cancel)
        } catch {
            throw ClassReadError(error, in: location)
        }
    }

    private func piece(
        of source: any ByteSource, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ClassReadError) -> Int {
        do throws(ByteSourceError) {
            return try source.read(at: offset, into: buffer)
        } catch {
            throw ClassReadError(error, in: location)
        }
    }
}
