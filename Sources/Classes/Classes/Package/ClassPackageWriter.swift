import PlayCore

package struct ClassPackageWriter {
    /// In messages: some 200 KB that are read in a few milliseconds.
    package static let sliceSize = 1000

    /// Also creates the file's folders.
    private let put: (_ path: String, _ bytes: [UInt8]) throws -> Void

    package init(put: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void) { self.put = put }

    /// Writes `room.json` last, so a package that contains it is complete.
    package func write(_ contents: ClassContents) throws {
        try put(ClassPlace.manifest, try writeFiles(of: contents, under: "").bytes)
    }

    package func write(versions: [ClassContents]) throws {
        var manifest = ClassManifest()
        for contents in versions {
            let folder = "v\(contents.info.clippedVersion)/"
            manifest.recordings += try writeFiles(of: contents, under: folder).recordings
        }
        try put(ClassPlace.manifest, manifest.bytes)
    }

    private func writeFiles(of contents: ClassContents, under folder: String) throws -> ClassManifest {
        var recording = ClassManifest.Recording(contents.info)
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
        return ClassManifest(recordings: [recording])
    }
}

package struct SlicedChat: Sendable, Equatable {
    package let index: ChatIndex
    package let messages: [[ChatMessage]]

    /// Divides sorted lines into slices of `size` (at least 1). Lines of equal times stay together.
    package init(_ lines: [ChatMessage], size: Int = ClassPackageWriter.sliceSize, folder: String = "") {
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

extension ClassContents {
    package func loaded(isLocal: Bool = true) -> (room: LoadedClass, chat: SlicedChat) {
        let chat = SlicedChat(chatLines)
        let room = LoadedClass(
            info: info, log: ClassLog(signals), chatIndex: chat.index, virtualChat: virtualChat,
            chatEnd: chat.messages.last?.map(\.time).max(), isLocal: isLocal, warnings: warnings)
        return (room, chat)
    }
}
