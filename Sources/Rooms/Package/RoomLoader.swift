package import PlayCore

/// Reads rooms of a package. Any thread that may block.
package struct RoomLoader: Sendable {
    /// Bytes of a file of signals, of a slice of the chat.
    package static let signalLimit = 256 << 20
    package static let sliceLimit = 32 << 20

    private let files: any RoomFiles

    package init(_ files: any RoomFiles) { self.files = files }

    package func manifest(cancel: CancelToken) throws(RoomError) -> RoomManifest {
        let location = files.place.manifestLocation
        let bytes = try files.read(location, limit: RoomManifest.byteLimit, cancel: cancel)
        return try RoomManifest(bytes, in: files.place.name)
    }

    /// - Parameter now: whole seconds since 1970.
    /// - Throws: PLAY-32's codes; 1080 past its validity (ROOM-34).
    package func load(_ options: RoomOptions, now: Int64, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        let recording = try manifest(cancel: cancel).recording(options.clippedVersion, in: files.place.name)
        guard recording.info.isValid(atSecondsSince1970: now) else { throw .expired(in: files.place.name) }
        let contents = try signals(of: recording, cancel)
        // A small chat may stand among the signals.
        return LoadedRoom(
            info: recording.info, log: RoomLog(contents.signals), chatIndex: ChatIndex(recording.chat.slices ?? []),
            virtualChat: contents.virtualChat + contents.plainMessages, isLocal: files.place.isLocal,
            warnings: contents.warnings)
    }

    /// All but the chat's slices.
    private func signals(
        of recording: RoomManifest.Recording, _ cancel: CancelToken
    ) throws(RoomError) -> RoomContents {
        var contents = RoomContents(info: recording.info)
        for file in recording.signals.files {
            let read: ([RoomEvent], [RoomWarning]) = try lines(file, limit: Self.signalLimit, cancel)
            contents.events += read.0
            contents.warnings += read.1
        }
        if let file = recording.chat.virtual {
            let read: ([ChatMessage], [RoomWarning]) = try lines(file, limit: Self.sliceLimit, cancel)
            contents.virtualChat = read.0
            contents.warnings += read.1
        }
        return contents
    }

    /// ROOM-26: a slice of the chat.
    package func messages(
        of slice: ChatIndex.Slice, cancel: CancelToken
    ) throws(RoomError) -> (messages: [ChatMessage], warnings: [RoomWarning]) {
        try lines(slice.file, limit: Self.sliceLimit, cancel)
    }

    /// The whole room, for importing and downloading. As it was: neither grouped nor masked.
    package func contents(_ version: Int, cancel: CancelToken) throws(RoomError) -> RoomContents {
        let recording = try manifest(cancel: cancel).recording(version, in: files.place.name)
        var contents = try signals(of: recording, cancel)
        let known = Set(contents.events.compactMap { $0.chatLine?.id })
        for slice in recording.chat.slices ?? [] {
            let read = try messages(of: slice, cancel: cancel)
            contents.events += read.messages.filter { !known.contains($0.id) }.map { RoomEvent($0.time, .message($0)) }
            contents.warnings += read.warnings
        }
        return contents
    }

    private func lines<Line: TimedLine>(
        _ path: String, limit: Int, _ cancel: CancelToken
    ) throws(RoomError) -> ([Line], [RoomWarning]) {
        let bytes = try files.read(try files.place.location(of: path), limit: limit, cancel: cancel)
        return JSONLines.read(Line.self, bytes, file: path)
    }
}
