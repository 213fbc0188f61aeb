import PlayCore

/// Writes rooms as packages: what importers and downloads keep. Nothing is lost: reading gives the same contents.
package struct RoomPackageWriter {
    /// Messages of a slice: some 200 KB, read in a few milliseconds.
    package static let sliceSize = 1000

    /// Puts a file into the package; makes folders as needed.
    private let put: (_ path: String, _ bytes: [UInt8]) throws -> Void

    package init(put: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void) { self.put = put }

    /// `room.json` is written last: a package that has it is whole.
    package func write(_ contents: RoomContents) throws {
        try put(RoomPlace.manifest, try writeFiles(of: contents, under: "").bytes)
    }

    /// Several versions of one recording in one package.
    package func write(versions: [RoomContents]) throws {
        var manifest = RoomManifest()
        for contents in versions {
            let folder = "v\(contents.info.clippedVersion)/"
            manifest.recordings += try writeFiles(of: contents, under: folder).recordings
        }
        try put(RoomPlace.manifest, manifest.bytes)
    }

    private func writeFiles(of contents: RoomContents, under folder: String) throws -> RoomManifest {
        var recording = RoomManifest.Recording(contents.info)
        let signals = contents.signals
        if !signals.isEmpty {
            recording.signals.all = folder + "signals.jsonl"
            try put(folder + "signals.jsonl", JSONLines.write(signals))
        }
        let chat = SlicedChat(contents.chatLines, size: Self.sliceSize, folder: folder)
        if !chat.index.slices.isEmpty { recording.chat.slices = chat.index.slices }
        for (slice, messages) in zip(chat.index.slices, chat.messages) {
            try put(slice.file, JSONLines.write(messages))
        }
        if !contents.virtualChat.isEmpty {
            recording.chat.virtual = folder + "chat/virtual.jsonl"
            try put(folder + "chat/virtual.jsonl", JSONLines.write(contents.virtualChat))
        }
        return RoomManifest(recordings: [recording])
    }
}

/// Lines of a chat in slices: for writing, and for what an importer has in memory. A value.
package struct SlicedChat: Sendable, Equatable {
    package let index: ChatIndex
    /// Of each slice of the index.
    package let messages: [[ChatMessage]]

    /// - Parameters:
    ///   - lines: in the order of their times.
    ///   - size: messages of a slice, at least 1; more where many have the same time, which no slice divides.
    package init(_ lines: [ChatMessage], size: Int = RoomPackageWriter.sliceSize, folder: String = "") {
        var groups: [[ChatMessage]] = []
        for line in lines {
            if let last = groups.last, last.count < size || last.last?.time == line.time {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        messages = groups
        index = ChatIndex(
            groups.enumerated().map { number, lines in
                let digits = "\(number + 1)"
                let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
                return ChatIndex.Slice(
                    file: "\(folder)chat/\(name).jsonl", start: lines.first?.time ?? .zero, count: lines.count)
            })
    }
}

extension RoomContents {
    /// For showing at once what an importer has in memory: the room, and its chat in slices.
    package func loaded(isLocal: Bool = true) -> (room: LoadedRoom, chat: SlicedChat) {
        let chat = SlicedChat(chatLines)
        let room = LoadedRoom(
            info: info, log: RoomLog(signals), chatIndex: chat.index, virtualChat: virtualChat,
            chatEnd: chat.messages.last?.map(\.time).max(), isLocal: isLocal, warnings: warnings)
        return (room, chat)
    }
}
