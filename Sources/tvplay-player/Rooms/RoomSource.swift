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
    }

    /// A chat replay of 200 000 messages with all that YouTube puts around them has some 400 MB.
    private static let chatBytes = 1 << 30
    private static let pieceBytes = 256 << 10

    private let location: String
    private let access: SourceAccess
    private let isChat: Bool
    private let found = Monitor<Found?>(nil)
    private let bytes = Monitor<Int64?>(nil)

    /// - Parameters:
    ///   - location: a path or an address.
    ///   - isChat: a chat whatever it is called.
    init(_ location: String, access: SourceAccess, isChat: Bool = false) {
        self.location = location
        self.access = access
        self.isChat = isChat
    }

    // MARK: RoomReading

    func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        let new = look()
        let room = try new.reading.room(options, cancel: cancel)
        let size = new.place?.folder.flatMap { FileSystemAccess.size(ofFolder: $0.isEmpty ? "." : $0) }
        bytes.withLock { $0 = size }
        found.withLock { $0 = new }
        return room
    }

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

    /// Where a picture or a video is that the room names; nil: nowhere that may be read.
    func resource(_ reference: String) -> String? {
        guard let place = found.withLock({ $0 })?.place else { return nil }
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
        case .chat: try chat(cancel)
        }
    }

    // MARK: What it is

    private enum Form {
        case package(RoomPlace)
        /// Of BigBlueButton.
        case recording(RoomPlace)
        case chat
    }

    private func look() -> Found {
        switch form {
        case .package(let place): return Found(reading: PackageReading(files(place)), place: place)
        case .recording(let place):
            let reading = ImportedReading(isLocal: place.isLocal) { [self] cancel throws(RoomError) in
                try recording(place, cancel)
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
        return parts.contains(name) ? .recording(.folder(String(location.dropLast(name.count)))) : .chat
    }

    // MARK: Reading

    private func files(_ place: RoomPlace) -> SourceRoomFiles {
        SourceRoomFiles(place) { [access] location, cancel throws(ByteSourceError) in
            if let folder = place.folder, !FileSystemAccess.isInside(location, of: folder) {
                throw ByteSourceError(.notFound, operation: "open", context: location)
            }
            return try access.open(location, cancel: cancel)
        }
    }

    private func recording(_ place: RoomPlace, _ cancel: CancelToken) throws(RoomError) -> RoomContents {
        let files = files(place)
        let recording = RecordingFiles(
            base: place.address, name: place.name,
            read: { path, limit throws(RoomError) in
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
