import CPlatform
import Foundation
import PlayCore
import TestSupport
import Transport

/// The kinds of ``ByteSource`` in the contract tests, all made over the same bytes.
enum SourceKind: CaseIterable, Sendable {
    case scripted, scriptedShortReads, file, fifo, standardInputFile, standardInputFileFromTheMiddle
    case standardInputPipe
    case http, httpWithoutRanges, httpWithoutLength

    /// Whether the source can seek, and not only read forward.
    var isSeekable: Bool {
        switch self {
        case .fifo, .standardInputPipe, .httpWithoutRanges, .httpWithoutLength: false
        case .scripted, .scriptedShortReads, .file, .standardInputFile, .standardInputFileFromTheMiddle, .http: true
        }
    }
}

/// A source with its resources: a file that is removed, a writer at the other end of a pipe.
final class SourceUnderTest {
    private var held: (any ByteSource)?
    private let cleanUp: () -> Void

    /// The source. It is closed before the clean-up, so use it only through this object.
    var source: any ByteSource {
        guard let held else { preconditionFailure("used after the end") }
        return held
    }

    init(_ source: any ByteSource, cleanUp: @escaping () -> Void = {}) {
        held = source
        self.cleanUp = cleanUp
    }

    deinit {
        held = nil
        cleanUp()
    }

    static func make(_ kind: SourceKind, _ bytes: [UInt8], cancel: CancelToken = CancelToken()) throws
        -> SourceUnderTest
    {
        switch kind {
        case .scripted: return SourceUnderTest(ScriptedByteSource(bytes, cancel: cancel))
        case .scriptedShortReads:
            var script = ScriptedByteSource.Script()
            script.chunk = 701
            return SourceUnderTest(ScriptedByteSource(bytes, script: script, cancel: cancel))
        case .file:
            let path = try temporaryFile(bytes)
            return SourceUnderTest(try FileByteSource(path: path, cancel: cancel)) { unlink(path) }
        case .fifo: return try fifo(bytes, cancel)
        case .standardInputFile: return try redirected(bytes, skipping: 0, cancel)
        case .standardInputFileFromTheMiddle: return try redirected([9, 9, 9] + bytes, skipping: 3, cancel)
        case .standardInputPipe: return try pipe(bytes, cancel)
        case .http: return try http(cancel) { .file(bytes, for: $0) }
        case .httpWithoutRanges: return try http(cancel) { _ in FaultReply(200, bytes) }
        case .httpWithoutLength:
            return try http(cancel) { _ in
                var reply = FaultReply(200, bytes)
                reply.framing = .chunked
                return reply
            }
        }
    }

    private static func http(_ cancel: CancelToken, _ handler: @escaping FaultServer.Handler) throws -> SourceUnderTest
    {
        let server = try FaultServer(handler)
        let source = HTTPByteSource(
            HTTPRequest(server.address()), client: try NetworkBench.client(), cancel: cancel)
        // The closure keeps the server as long as the source.
        return SourceUnderTest(source) { _ = server.port }
    }

    static func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-" + UUID().uuidString).path
    }

    static func temporaryFile(_ bytes: [UInt8]) throws -> String {
        let path = temporaryPath()
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func redirected(_ bytes: [UInt8], skipping: Int, _ cancel: CancelToken) throws -> SourceUnderTest {
        let path = try temporaryFile(bytes)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64(skipping))
        let source = try StandardInputByteSource(descriptor: handle.fileDescriptor, cancel: cancel)
        return SourceUnderTest(source) {
            handle.closeFile()
            unlink(path)
        }
    }

    private static func pipe(_ bytes: [UInt8], _ cancel: CancelToken) throws -> SourceUnderTest {
        let pipe = Pipe()
        let writer = feed(bytes, into: pipe.fileHandleForWriting)
        let reading = pipe.fileHandleForReading
        let source = try StandardInputByteSource(descriptor: reading.fileDescriptor, cancel: cancel)
        return SourceUnderTest(source) {
            // A writer that still waits for space gets EPIPE now and ends.
            reading.closeFile()
            writer.join()
        }
    }

    private static func fifo(_ bytes: [UInt8], _ cancel: CancelToken) throws -> SourceUnderTest {
        let path = temporaryPath()
        mkfifo(path, 0o600)
        let source = try FileByteSource(path: path, cancel: cancel)
        // The source is already a reader, so this does not block.
        let writer = feed(bytes, into: try FileHandle(forWritingTo: URL(fileURLWithPath: path)))
        return SourceUnderTest(source) {
            unlink(path)
            writer.join()
        }
    }

    private static func feed(_ bytes: [UInt8], into handle: FileHandle) -> WorkerThread {
        signal(SIGPIPE, SIG_IGN)
        return WorkerThread(name: "feed") {
            // The reader may close before it has read everything, which is no failure.
            try? handle.write(contentsOf: Data(bytes))
            try? handle.close()
        }
    }
}
