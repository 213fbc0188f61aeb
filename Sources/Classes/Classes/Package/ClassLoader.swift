package import PlayCore

/// Reads the classes of a package. Any thread that may block.
package struct ClassLoader: Sendable {
    /// In bytes, for a file of signals or a slice of the chat.
    package static let signalLimit = 256 << 20
    package static let sliceLimit = 32 << 20

    private let files: any ClassFiles

    package init(_ files: any ClassFiles) { self.files = files }

    package func manifest(cancel: CancelToken) throws(ClassReadError) -> ClassManifest {
        let location = files.place.manifestLocation
        let bytes = try files.read(location, limit: ClassManifest.byteLimit, cancel: cancel)
        return try ClassManifest(bytes, in: files.place.name)
    }

    /// Throws 1080 if the class is no longer valid. `now` is in whole seconds since 1970.
    package func load(_ options: ClassOptions, now: Int64, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        try loadFollowing(options, now: now, cancel: cancel).room
    }

    /// Also returns the tail for ``news(_:cancel:)``, which is `nil` if the class is complete.
    package func loadFollowing(
        _ options: ClassOptions, now: Int64, cancel: CancelToken
    ) throws(ClassReadError) -> (room: LoadedClass, tail: ClassTail?) {
        let recording = try manifest(cancel: cancel).recording(options.clippedVersion, in: files.place.name)
        guard recording.info.isValid(atSecondsSince1970: now) else { throw .expired(in: files.place.name) }
        var tail = recording.info.isOngoing ? ClassTail() : nil
        let contents = try signals(of: recording, &tail, cancel)
        // A small chat may be part of the signals.
        let room = LoadedClass(
            info: recording.info, log: ClassLog(contents.signals), chatIndex: ChatIndex(recording.chat.slices ?? []),
            virtualChat: contents.virtualChat + contents.plainMessages, chatEnd: try chatEnd(of: recording, cancel),
            isLocal: files.place.isLocal, warnings: contents.warnings)
        return (room, tail)
    }

    /// Returns the time of the last chat message, if the class has neither a video nor a known duration. Such a class
    /// lasts as long as its signals and its chat.
    private func chatEnd(of recording: ClassManifest.Recording, _ cancel: CancelToken) throws(ClassReadError)
        -> MediaTime?
    {
        guard recording.info.media.isEmpty, recording.info.duration == nil,
            let last = ChatIndex(recording.chat.slices ?? []).slices.last
        else { return nil }
        do throws(ClassReadError) {
            return try messages(of: last, cancel: cancel).messages.map(\.time).max()
        } catch {
            // The chat reports the error when playback reaches the slice.
            if cancel.isCancelled { throw error }
            return nil
        }
    }

    package func news(
        _ tail: inout ClassTail, cancel: CancelToken
    ) throws(ClassReadError) -> (events: [ClassEvent], warnings: [ClassWarning]) {
        var news: (events: [ClassEvent], warnings: [ClassWarning]) = ([], [])
        for file in tail.files {
            let location = try files.place.location(of: file.path)
            let bytes = try files.read(location, from: file.end, limit: Self.signalLimit, cancel: cancel)
            let read = JSONLines.read(ClassEvent.self, tail.wholeLines(bytes, of: file.path), file: file.path)
            news.events += read.lines
            news.warnings += read.warnings
        }
        return news
    }

    private func signals(
        of recording: ClassManifest.Recording, _ tail: inout ClassTail?, _ cancel: CancelToken
    ) throws(ClassReadError) -> ClassContents {
        var contents = ClassContents(info: recording.info)
        for file in recording.signals.files {
            var bytes = try bytes(of: file, limit: Self.signalLimit, cancel)
            bytes = tail?.wholeLines(bytes, of: file) ?? bytes
            let read = JSONLines.read(ClassEvent.self, bytes, file: file)
            contents.events += read.0
            contents.warnings += read.1
        }
        if let file = recording.chat.virtual {
            let read: ([ChatMessage], [ClassWarning]) = try lines(file, limit: Self.sliceLimit, cancel)
            contents.virtualChat = read.0
            contents.warnings += read.1
        }
        return contents
    }

    package func messages(
        of slice: ChatIndex.Slice, cancel: CancelToken
    ) throws(ClassReadError) -> (messages: [ChatMessage], warnings: [ClassWarning]) {
        try lines(slice.file, limit: Self.sliceLimit, cancel)
    }

    /// Reads the whole class unchanged, for importing and downloading. Selects no group, and masks nothing.
    package func contents(_ version: Int, cancel: CancelToken) throws(ClassReadError) -> ClassContents {
        let recording = try manifest(cancel: cancel).recording(version, in: files.place.name)
        var tail: ClassTail?
        var contents = try signals(of: recording, &tail, cancel)
        let known = Set(contents.events.compactMap { $0.chatLine?.id })
        for slice in recording.chat.slices ?? [] {
            let read = try messages(of: slice, cancel: cancel)
            contents.events += read.messages.filter { !known.contains($0.id) }.map { ClassEvent($0.time, .message($0)) }
            contents.warnings += read.warnings
        }
        return contents
    }

    private func lines<Line: TimedLine>(
        _ path: String, limit: Int, _ cancel: CancelToken
    ) throws(ClassReadError) -> ([Line], [ClassWarning]) {
        JSONLines.read(Line.self, try bytes(of: path, limit: limit, cancel), file: path)
    }

    private func bytes(of path: String, limit: Int, _ cancel: CancelToken) throws(ClassReadError) -> [UInt8] {
        try files.read(try files.place.location(of: path), limit: limit, cancel: cancel)
    }
}
