import Addresses
import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// A recording in memory, by path.
struct MemoryRecording {
    var files: [String: [UInt8]] = [:]
    /// Reading these paths fails, as with a disk error.
    var broken: Set<String> = []
    var base: Address?
    /// Of PDF files, by path.
    var pages: [String: [String]] = [:]

    init(_ texts: [String: String], base: Address? = nil) {
        files = texts.mapValues { Array($0.utf8) }
        self.base = base
    }

    var reading: RecordingFiles {
        RecordingFiles(base: base, name: "recording") { [files, broken] (path, limit) throws(ClassReadError) in
            if broken.contains(path) { throw ClassReadError(.playFailed, "the disk does not answer", in: path) }
            return files[path].map { Array($0.prefix(limit)) }
        } has: { [files] in
            files[$0] != nil
        } list: { [files] folder in
            let names = files.keys.filter { $0.hasPrefix(folder + "/") }
                .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
            return Array(Set(names))
        } pages: { [pages] in
            pages[$0]
        }
    }

    /// Creates a raw class that consists only of these events.
    init(events: [UInt8]) { files["events.xml"] = events }

    static func folder(_ path: String) -> MemoryRecording {
        var recording = MemoryRecording([:])
        let root = URL(fileURLWithPath: path)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        for path in paths where !path.hasSuffix("/") {
            recording.files[path] = FileManager.default.contents(atPath: root.appendingPathComponent(path).path).map {
                Array($0)
            }
        }
        return recording
    }
}

extension ClassContents {
    var counts: [String: Int] { events.reduce(into: [:]) { $0[$1.kind.name, default: 0] += 1 } }

    var messages: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }
}

extension ChatReplay {
    var messages: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }
}

func contents(_ path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path), "\(path)"))
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func replay(_ text: String, clockStart: MediaTime? = nil, limits: ImportLimits = ImportLimits()) throws -> ChatReplay {
    try ChatReplayReader.read(bytes(text), name: "chat", clockStart: clockStart, limits: limits)
}

func replay(_ bytes: [UInt8], pieces size: Int) throws -> ChatReplay {
    var reader = ChatReplayReader(name: "chat")
    for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    return try reader.finish()
}
