import PlayCore
import TestSupport
import Testing
import Transport

/// The client of the tests, and reading with it.
enum NetworkBench {
    /// More bytes than a piece of the source's memory, without a short period.
    static let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    /// Returns settings without retries and with long time-outs, independent of the environment's proxies.
    static func settings(_ change: (inout HTTPSettings) -> Void = { _ in }) -> HTTPSettings {
        var settings = HTTPSettings(userAgent: "tvplay/test")
        settings.proxy = ""
        settings.timeout = .seconds(60)
        settings.retries = 0
        change(&settings)
        return settings
    }

    static func client(_ change: (inout HTTPSettings) -> Void = { _ in }) throws -> HTTPClient {
        try #require(HTTPClient(settings(change)), "libcurl is missing")
    }

    static func read(_ source: some ByteSource, at offset: Int, _ count: Int) throws(ByteSourceError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try source.read(at: Int64(offset), into: buffer))])
    }
}
