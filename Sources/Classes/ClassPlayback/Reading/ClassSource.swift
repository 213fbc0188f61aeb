package import Classes
package import PlayCore
import Playlists

/// Reads the location given by `tvplay class` or `--chat-file`. Detects its form on the reading thread (`room`),
/// because files and servers may be slow. Calls block; any thread.
package final class ClassSource: ClassReading {
    private struct Found: Sendable {
        let reading: any ClassReading
        let place: ClassPlace?
        var outline = ClassOutline.single
        /// In bytes, of a local class's folder.
        var size: Int64?
        var outside: Set<String> = []
    }

    /// A merged class of classes has one level of nesting.
    private static let deepest = 1

    private let location: String
    private let access: any MediaAccess
    private let isChat: Bool
    private let initialIndex: Int
    private let live: (any LiveClassReading)?
    private let found = Monitor<Found?>(nil)
    private let options = Monitor(ClassOptions())

    /// `isChat` overrides the location's name. The index in an album counts from 0.
    package init(
        _ location: String, access: any MediaAccess, isChat: Bool = false, initialIndex: Int = 0,
        live: (any LiveClassReading)? = nil
    ) {
        self.live = live
        self.location = location
        self.access = access
        self.isChat = isChat
        self.initialIndex = initialIndex
    }

    // MARK: ClassReading

    package func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        self.options.withLock { $0 = options }
        var (new, room) = try judgingAccessKey(options) { () throws(ClassReadError) in
            let new = try look(cancel)
            return (new, try new.reading.room(options, cancel: cancel))
        }
        new.outside = ClassVideos.outside(room.info, new.place)
        new.size = new.place?.folder.flatMap { FileSystemAccess.size(ofFolder: $0.isEmpty ? "." : $0) }
        found.withLock { [new] in $0 = new }
        return room
    }

    package var outline: ClassOutline { found.withLock { $0?.outline ?? .single } }

    package var size: Int64? { found.withLock { $0?.size } }

    /// No file outside this folder is read, even through links; `nil` for a class on a server.
    package var folder: String? { found.withLock { $0 }?.place?.folder }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage] {
        guard let found = found.withLock({ $0 }) else { return [] }
        return try found.reading.messages(of: slice, number: number, cancel: cancel)
    }

    package func news(cancel: CancelToken) throws(ClassReadError) -> [ClassEvent] {
        try found.withLock { $0 }?.reading.news(cancel: cancel) ?? []
    }

    /// Returns the location of a picture or video that the class names, or `nil` if it must not be read.
    package func resource(_ reference: String) -> String? {
        guard let found = found.withLock({ $0 }), let place = found.place, !found.outside.contains(reference) else {
            return nil
        }
        do throws(ClassReadError) {
            return try place.resource(reference)
        } catch {
            Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
            return nil
        }
    }

    package func contents(_ version: Int, cancel: CancelToken) throws(ClassReadError) -> ClassContents {
        let form = form
        try check(form)
        switch form {
        case .package(let place): return try ClassLoader(files(place)).contents(version, cancel: cancel)
        case .recording(let place): return try importer.recording(place, cancel)
        case .part(let name, let place): return try importer.part(name, place, cancel)
        case .chat: return try importer.chat(cancel)
        }
    }

    package func outline(cancel: CancelToken) throws(ClassReadError) -> ClassOutline {
        guard case .package(let place) = form else { return .single }
        return try outline(of: place, cancel)
    }

    /// Returns the location of picture and sound of a class that is not merged. Reads only the manifest if there is
    /// one.
    package func media(_ version: Int, cancel: CancelToken) throws(ClassReadError) -> String? {
        switch form {
        case .package(let place):
            let recording = try ClassLoader(files(place)).manifest(cancel: cancel).recording(version, in: place.name)
            return try recording.info.media.first.map { media throws(ClassReadError) in
                try ClassVideos.location(media.url, place)
            }
        case .recording(let place), .part(_, let place):
            return try contents(version, cancel: cancel).info.media.first.map { media throws(ClassReadError) in
                try ClassVideos.location(media.url, place)
            }
        case .chat: return nil
        }
    }

    /// Returns `nil` if the sound is one file or missing.
    func sounds(cancel: CancelToken) throws(ClassReadError) -> SoundPieces? {
        let place: ClassPlace
        switch form {
        case .recording(let own), .part(_, let own): place = own
        case .package, .chat: return nil
        }
        guard place.isLocal else { return nil }
        let info = try contents(-1, cancel: cancel).info
        let outside = ClassVideos.outside(info, place)
        return SoundPieces(info) { url in
            do throws(ClassReadError) {
                return outside.contains(url) ? nil : try place.resource(url)
            } catch {
                Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
                return nil
            }
        }
    }

    // MARK: Form

    private var form: ClassForm { isChat ? .chat : ClassForm(location) { head } }

    /// Empty if the file cannot be read, which later reading reports.
    private var head: [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        do {
            let count = try access.open(location, cancel: CancelToken()).read(at: 0, into: buffer)
            return Array(buffer[..<count])
        } catch {
            Log.shared.write(.debug, "rooms", "\(AddressText.shown(location)): \(error)")
            return []
        }
    }

    /// Throws a clear error if a local path does not exist or is not a class.
    private func check(_ form: ClassForm) throws(ClassReadError) {
        guard !AddressText.isAddress(location) else { return }
        let shown = AddressText.shown(location)
        guard FileSystemAccess.exists(location) else {
            throw ClassReadError(.fileLost, tr("no such file or folder"), in: shown)
        }
        guard case .package(.folder(let folder)) = form, !FileSystemAccess.exists(folder + ClassPlace.manifest) else {
            return
        }
        throw ClassReadError(
            .fileLost, tr("no class in this folder: room.json, metadata.xml or events.xml is missing"), in: shown
        )
    }

    /// - Parameter depth: the level of nesting in merged classes and albums.
    private func look(_ cancel: CancelToken, depth: Int = 0) throws(ClassReadError) -> Found {
        if let live { return Found(reading: live, place: .addresses) }
        let (importer, form) = (importer, form)
        try check(form)
        switch form {
        case .package(let place): return try look(into: place, cancel, depth: depth)
        case .recording(let place):
            let reading = ImportedReading(isLocal: place.isLocal) { cancel throws(ClassReadError) in
                try importer.recording(place, cancel)
            }
            return Found(reading: reading, place: place)
        case .part(let name, let place):
            let reading = ImportedReading(isLocal: true) { cancel throws(ClassReadError) in
                try importer.part(name, place, cancel)
            }
            return Found(reading: reading, place: place)
        case .chat:
            let isLocal = !AddressText.isAddress(location)
            let reading = ImportedReading(isLocal: isLocal) { cancel throws(ClassReadError) in try importer.chat(cancel)
            }
            return Found(reading: reading, place: nil)
        }
    }

    private func look(into place: ClassPlace, _ cancel: CancelToken, depth: Int) throws(ClassReadError) -> Found {
        let outline = try outline(of: place, cancel)
        if case .album(let album, let title) = outline {
            return Found(reading: AlbumReading(id: album.albumID, title: title), place: nil, outline: outline)
        }
        guard let first = outline.first else {
            return Found(reading: PackageReading(files(place)), place: place)
        }
        guard depth < Self.deepest else { throw .malformed("a merged class inside a merged class", in: place.name) }
        var found = try ClassSource(first, access: access).look(cancel, depth: depth + 1)
        found.outline = outline
        return found
    }

    private func outline(of place: ClassPlace, _ cancel: CancelToken) throws(ClassReadError) -> ClassOutline {
        try ClassLoader(files(place)).manifest(cancel: cancel).outline(at: place, initialAlbumIndex: initialIndex)
    }

    // MARK: Reading

    private var importer: ClassImporter { ClassImporter(location: location, access: access) { [self] in files($0) } }

    private func files(_ place: ClassPlace) -> SourceClassFiles {
        SourceClassFiles(place) { [self, access] location, start, cancel throws(ByteSourceError) in
            if let folder = place.folder, !FileSystemAccess.isInside(location, of: folder) {
                throw ByteSourceError(.notFound, operation: "open", context: location)
            }
            return try access.open(asked(location, place), from: start, cancel: cancel)
        }
    }

    private func asked(_ location: String, _ place: ClassPlace) -> String {
        guard location == place.manifestLocation, !place.isLocal, options.withLock({ $0.isEncrypted }) else {
            return location
        }
        return location + (location.contains("?") ? "&" : "?") + "encrypted=1"
    }

    private func judgingAccessKey<Value>(
        _ options: ClassOptions, _ body: () throws(ClassReadError) -> Value
    ) throws(ClassReadError) -> Value {
        do throws(ClassReadError) {
            return try body()
        } catch {
            guard error.code == .invalidToken, options.accessKey != nil else { throw error }
            throw ClassReadError(
                .invalidAccessKey, "not authorised to view this class; check the access key", in: error.context)
        }
    }
}
