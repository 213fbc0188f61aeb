import Addresses
import PlayCore
import Playlists
import RoomImport
import Rooms

/// What `tvplay room` and `--chat-file` name: what it is is found out on the thread that reads (`room`), since files and
/// servers may take their time. Calls block; any thread.
final class RoomSource: RoomReading {
    /// What was found.
    private struct Found: Sendable {
        let reading: any RoomReading
        /// Where pictures and videos are that the room names; nil: it names none.
        let place: RoomPlace?
        var outline = RoomOutline.single
    }

    /// A chat replay of 200 000 messages with all that YouTube puts around them has some 400 MB.
    private static let chatBytes = 1 << 30
    private static let pieceBytes = 256 << 10
    /// A merged room of rooms.
    private static let deepest = 1

    private let location: String
    private let access: SourceAccess
    private let isChat: Bool
    private let initialIndex: Int
    private let found = Monitor<Found?>(nil)
    private let bytes = Monitor<Int64?>(nil)
    /// Videos that the room names, and that lie elsewhere on this machine by their links.
    private let outside = Monitor<Set<String>>([])
    /// ROOM-03.
    private let options = Monitor(RoomOptions())

    /// - Parameters:
    ///   - location: a path or an address.
    ///   - isChat: a chat whatever it is called.
    ///   - initialIndex: ROOM-05: of an album, from 0.
    init(_ location: String, access: SourceAccess, isChat: Bool = false, initialIndex: Int = 0) {
        self.location = location
        self.access = access
        self.isChat = isChat
        self.initialIndex = initialIndex
    }

    // MARK: RoomReading

    func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        self.options.withLock { $0 = options }
        let (new, room) = try knowing(options) { () throws(RoomError) in
            let new = try look(cancel)
            return (new, try new.reading.room(options, cancel: cancel))
        }
        let away = videosOutside(room.info, new.place)
        outside.withLock { $0 = away }
        let size = new.place?.folder.flatMap { FileSystemAccess.size(ofFolder: $0.isEmpty ? "." : $0) }
        bytes.withLock { $0 = size }
        found.withLock { $0 = new }
        return room
    }

    /// What the room that was entered consists of.
    var outline: RoomOutline { found.withLock { $0?.outline ?? .single } }

    /// ROOM-17: of a local room's folder; nil: it is none, or cannot be read.
    var size: Int64? { bytes.withLock { $0 } }

    /// Of a local room: its files lie in it, whatever links say. Nil: it is on a server.
    var folder: String? { found.withLock { $0 }?.place?.folder }

    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage] {
        guard let found = found.withLock({ $0 }) else { return [] }
        return try found.reading.messages(of: slice, number: number, cancel: cancel)
    }

    func news(cancel: CancelToken) throws(RoomError) -> [RoomEvent] {
        try found.withLock { $0 }?.reading.news(cancel: cancel) ?? []
    }

    /// Where a picture or a video is that the room names; nil: nowhere that may be read.
    func resource(_ reference: String) -> String? {
        guard let place = found.withLock({ $0 })?.place, !outside.withLock({ $0.contains(reference) }) else {
            return nil
        }
        do throws(RoomError) {
            return try place.resource(reference)
        } catch {
            Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
            return nil
        }
    }

    /// All of it, for `--dump`.
    func contents(_ version: Int, cancel: CancelToken) throws(RoomError) -> RoomContents {
        switch form {
        case .package(let place): try RoomLoader(files(place)).contents(version, cancel: cancel)
        case .recording(let place): try recording(place, cancel)
        case .part(let name, let place): try part(name, place, cancel)
        case .chat: try chat(cancel)
        }
    }

    // MARK: What it is

    private enum Form {
        case package(RoomPlace)
        /// Of BigBlueButton.
        case recording(RoomPlace)
        /// One of its two main files, whatever it is called here, and what lies beside it.
        case part(name: String, RoomPlace)
        case chat
    }

    /// - Parameter depth: of merged rooms and albums within others.
    private func look(_ cancel: CancelToken, depth: Int = 0) throws(RoomError) -> Found {
        switch form {
        case .package(let place):
            let outline = try outline(of: place, cancel)
            if case .album(let album, let title) = outline {
                return Found(reading: AlbumReading(id: album.albumID, title: title), place: nil, outline: outline)
            }
            guard let first = outline.first else {
                return Found(reading: PackageReading(files(place)), place: place)
            }
            guard depth < Self.deepest else { throw .malformed("a merged room within a merged room", in: place.name) }
            var found = try RoomSource(first, access: access).look(cancel, depth: depth + 1)
            found.outline = outline
            return found
        case .recording(let place):
            let reading = ImportedReading(isLocal: place.isLocal) { [self] cancel throws(RoomError) in
                try recording(place, cancel)
            }
            return Found(reading: reading, place: place)
        case .part(let name, let place):
            let reading = ImportedReading(isLocal: true) { [self] cancel throws(RoomError) in
                try part(name, place, cancel)
            }
            return Found(reading: reading, place: place)
        case .chat:
            let isLocal = !SourceAccess.isAddress(location)
            let reading = ImportedReading(isLocal: isLocal) { [self] cancel throws(RoomError) in try chat(cancel) }
            return Found(reading: reading, place: nil)
        }
    }

    private var form: Form {
        if isChat { return .chat }
        return SourceAccess.isAddress(location) ? formOfAddress : formOfPath
    }

    private var formOfAddress: Form {
        guard let address = Address(location), address.isHTTP else { return .chat }
        if let folder = BigBlueButtonAddress.folder(address) { return .recording(.network(folder)) }
        let name = address.path.split(separator: "/").last ?? ""
        if address.path.hasSuffix("/") || name == RoomPlace.manifest {
            return RoomPlace(location).map(Form.package) ?? .chat
        }
        // A name without an ending is a folder's.
        return name.contains(".") ? .chat : RoomPlace(location + "/").map(Form.package) ?? .chat
    }

    private var formOfPath: Form {
        let name = location.split(separator: "/").last.map(String.init) ?? ""
        let parts = ["events.xml", "metadata.xml"]
        if FileSystemAccess.exists(location + "/.") {
            let folder = location.hasSuffix("/") ? location : location + "/"
            let isRecording = parts.contains { FileSystemAccess.exists(folder + $0) }
            let isPackage = FileSystemAccess.exists(folder + RoomPlace.manifest)
            return isRecording && !isPackage ? .recording(.folder(folder)) : .package(.folder(folder))
        }
        if name == RoomPlace.manifest { return RoomPlace(location).map(Form.package) ?? .chat }
        let folder = RoomPlace.folder(String(location.dropLast(name.count)))
        if parts.contains(name) { return .recording(folder) }
        guard name.hasSuffix(".xml"), let part = BigBlueButton.part(beginning: head) else { return .chat }
        return .part(name: part, folder)
    }

    /// The beginning of a file; nothing where it cannot be read, which whoever reads on will find.
    private var head: [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        do {
            let count = try access.open(location, cancel: CancelToken()).read(at: 0, into: buffer)
            return Array(buffer[..<count])
        } catch {
            Log.shared.write(.debug, "rooms", "\(SourceAccess.shown(location)): \(error)")
            return []
        }
    }

    /// What it consists of; reads no more than the manifest.
    func outline(cancel: CancelToken) throws(RoomError) -> RoomOutline {
        guard case .package(let place) = form else { return .single }
        return try outline(of: place, cancel)
    }

    private func outline(of place: RoomPlace, _ cancel: CancelToken) throws(RoomError) -> RoomOutline {
        try RoomLoader(files(place)).manifest(cancel: cancel).outline(at: place, initialAlbumIndex: initialIndex)
    }

    /// Where the picture and the sound of a room are that is no merged one; nil: it has neither. Reads the manifest, or
    /// all of what has none.
    func media(_ version: Int, cancel: CancelToken) throws(RoomError) -> String? {
        switch form {
        case .package(let place):
            let recording = try RoomLoader(files(place)).manifest(cancel: cancel).recording(version, in: place.name)
            return try recording.info.media.first.map { media throws(RoomError) in try video(media.url, place) }
        case .recording(let place), .part(_, let place):
            return try contents(version, cancel: cancel).info.media.first.map { media throws(RoomError) in
                try video(media.url, place)
            }
        case .chat: return nil
        }
    }

    // MARK: Reading

    private func files(_ place: RoomPlace) -> SourceRoomFiles {
        SourceRoomFiles(place) { [self, access] location, cancel throws(ByteSourceError) in
            if let folder = place.folder, !FileSystemAccess.isInside(location, of: folder) {
                throw ByteSourceError(.notFound, operation: "open", context: location)
            }
            return try access.open(asked(location, place), cancel: cancel)
        }
    }

    /// ROOM-03: of a manifest, in the words of services that have manifests of videos.
    private func asked(_ location: String, _ place: RoomPlace) -> String {
        guard location == place.manifestLocation, !place.isLocal, options.withLock({ $0.isEncrypted }) else {
            return location
        }
        return location + (location.contains("?") ? "&" : "?") + "encrypted=1"
    }

    /// PLAY-32: what the server refuses to whoever has shown a key is refused to the key.
    private func knowing<Value>(
        _ options: RoomOptions, _ body: () throws(RoomError) -> Value
    ) throws(RoomError) -> Value {
        do throws(RoomError) {
            return try body()
        } catch {
            guard error.code == .invalidToken, options.accessKey != nil else { throw error }
            throw RoomError(
                .invalidAccessKey, "not authorised to view this class; check the access key", in: error.context)
        }
    }

    // MARK: Videos of a folder

    /// Whoever plays them asks where they are and not what is there.
    private func videosOutside(_ info: RoomInfo, _ place: RoomPlace?) -> Set<String> {
        guard let place, place.isLocal else { return [] }
        let named = info.media.map(\.url) + info.userVideoList.map(\.url)
        return Set(named.filter { !isInside($0, place) })
    }

    /// Also for what is not there at all: whoever opens it says so.
    private func isInside(_ reference: String, _ place: RoomPlace) -> Bool {
        guard let folder = place.folder else { return true }
        do throws(RoomError) {
            let location = try place.resource(reference)
            if SourceAccess.isAddress(location) || FileSystemAccess.isInside(location, of: folder) { return true }
            let isThere = FileSystemAccess.exists(location)
            if isThere {
                Log.shared.write(.warning, "rooms", "\(SourceAccess.shown(location)): leads out of the package")
            }
            return !isThere
        } catch {
            // It is no place at all, which whoever asks for it is told.
            return true
        }
    }

    private func video(_ reference: String, _ place: RoomPlace) throws(RoomError) -> String {
        guard isInside(reference, place) else {
            throw RoomError(.fileLost, "the video leads out of the folder of the class", in: place.name)
        }
        return try place.resource(reference)
    }

    /// A main file by itself is read under the name that it has in a recording.
    private func part(_ name: String, _ place: RoomPlace, _ cancel: CancelToken) throws(RoomError) -> RoomContents {
        let own = location.split(separator: "/").last.map(String.init) ?? ""
        return try recording(place, cancel) { path in
            // The other main file beside it is one of another recording.
            path == name ? own : ["events.xml", "metadata.xml"].contains(path) ? nil : path
        }
    }

    /// - Parameter called: what a file of the recording is called here; nil: it is not of it.
    private func recording(
        _ place: RoomPlace, _ cancel: CancelToken, called: @escaping (String) -> String? = { $0 }
    ) throws(RoomError) -> RoomContents {
        let files = files(place)
        let recording = RecordingFiles(
            base: place.address, name: place.name,
            read: { path, limit throws(RoomError) in
                guard let path = called(path) else { return nil }
                do throws(RoomError) {
                    return try files.read(try place.location(of: path), limit: limit, cancel: cancel)
                } catch {
                    if error.code == .fileLost || error.code == .invalidVideoURL { return nil }
                    throw error
                }
            },
            has: { [self] path in has(path, place, cancel) },
            list: { path in
                guard case .folder(let folder) = place else { return [] }
                return FileSystemAccess.names(in: folder + path) ?? []
            })
        return try BigBlueButton.read(recording).contents
    }

    /// Of a server: whether it gives a first byte.
    private func has(_ path: String, _ place: RoomPlace, _ cancel: CancelToken) -> Bool {
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

    private func chat(_ cancel: CancelToken) throws(RoomError) -> RoomContents {
        let shown = SourceAccess.shown(location)
        var reader = ChatReplayReader(name: shown)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 1)
        defer { buffer.deallocate() }
        let source = try opened(cancel)
        var offset: Int64 = 0
        while !reader.isFull, offset < Self.chatBytes {
            let count = try piece(of: source, at: offset, into: buffer)
            if count == 0 { break }
            offset += Int64(count)
            try reader.feed(Array(buffer[..<count]))
        }
        return try reader.finish().contents(id: shown)
    }

    private func opened(_ cancel: CancelToken) throws(RoomError) -> any ByteSource {
        do throws(ByteSourceError) {
            return try access.open(location, cancel: cancel)
        } catch {
            throw RoomError(error, in: location)
        }
    }

    private func piece(
        of source: any ByteSource, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RoomError) -> Int {
        do throws(ByteSourceError) {
            return try source.read(at: offset, into: buffer)
        } catch {
            throw RoomError(error, in: location)
        }
    }
}

/// ROOM-05: an album is a room in which nothing happens: each of its items is entered when it plays.
private struct AlbumReading: RoomReading {
    let id: String
    let title: String?

    func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        var info = RoomInfo(playbackID: id)
        info.title = title
        return LoadedRoom(info: info, log: RoomLog([]), isLocal: false)
    }

    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage] { [] }
}

extension RoomError {
    fileprivate init(_ error: ByteSourceError, in location: String) {
        self.init(error.playErrorCode, error.reason, in: SourceAccess.shown(location))
    }
}

extension RoomPlace {
    /// Of this machine, with its slash; nil: it is on a server.
    var folder: String? { if case .folder(let folder) = self { folder } else { nil } }

    /// Of a folder on a server; nil: it is one of this machine.
    fileprivate var address: Address? { if case .network(let address) = self { address } else { nil } }
}
