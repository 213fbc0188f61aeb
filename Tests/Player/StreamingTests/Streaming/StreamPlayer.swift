import Addresses
import ByteCaches
import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Transport

@testable import Streaming

/// A stream player for tests: without a screen, packet by packet and picture by picture.
final class StreamPlayer {
    let source: any PacketSource
    private let client: HTTPClient?

    struct NotAStream: Error {}

    init(path: String, definitions: [DefinitionInfo.Key] = []) throws {
        client = nil
        let environment = StreamEnvironment(preferredDefinitions: definitions) { () throws(ByteSourceError) in
            throw ByteSourceError(.noLibrary, operation: "open", context: "")
        }
        let cancel = CancelToken()
        let file = try FileByteSource(path: path, cancel: cancel)
        guard case .packets(let source) = try StreamOpener(environment).open(file, path: path, cancel: cancel) else {
            throw NotAStream()
        }
        self.source = source
    }

    init(
        address: Address, definitions: [DefinitionInfo.Key] = [], wantsPicture: Bool = true,
        shownGrid: PixelGrid? = nil, startBandwidth: Int? = nil, settings: HTTPSettings? = nil,
        cache: ByteCache? = nil, memory: StreamMemory? = nil, cancel: CancelToken = CancelToken()
    ) throws {
        var usual = HTTPSettings(userAgent: "test")
        usual.timeout = .milliseconds(2000)
        guard let client = HTTPClient(settings ?? usual) else { throw NotAStream() }
        self.client = client
        var environment = StreamEnvironment(
            preferredDefinitions: definitions, wantsPicture: wantsPicture, startBandwidth: startBandwidth,
            shownGrid: { shownGrid }, cache: cache
        ) { () throws(ByteSourceError) in client }
        environment.memory = memory
        let bytes = HTTPByteSource(HTTPRequest(address), client: client, cancel: cancel)
        guard case .packets(let source) = try StreamOpener(environment).open(bytes, cancel: cancel) else {
            throw NotAStream()
        }
        self.source = source
    }

    var video: Int? {
        source.tracks.first { if case .video = $0.kind { true } else { false } }?.id
    }

    /// Returns all packets up to the end, or at most `limit`.
    func packets(_ limit: Int = 100_000) throws -> [Packet] {
        var result: [Packet] = []
        while result.count < limit, let item = try source.read() {
            if case .packet(let packet) = item { result.append(packet) }
        }
        return result
    }

    /// Returns the time, the number in the counter clips and the rows of the picture shown after a jump to `time`.
    func picture(at time: MediaTime) throws -> (time: MediaTime, number: Int, height: Int)? {
        guard let frame = try frame(at: time) else { return nil }
        return (frame.time, try CounterPicture.number(frame), frame.height)
    }

    /// Returns the time of the picture shown after a jump to `time`.
    func shown(at time: MediaTime) throws -> MediaTime? { try frame(at: time)?.time }

    /// Returns the picture shown after a jump, or `nil` if there is none.
    func frame(at time: MediaTime) throws -> VideoFrame? {
        guard let video, source.seek(to: time, direction: .atOrBefore) else { return nil }
        var decoder: VideoDecoder?
        var shown: VideoFrame?
        var isPast = false
        func add(_ frame: VideoFrame) -> Bool {
            if shown == nil || frame.time <= time + .milliseconds(1) { shown = frame } else { isPast = true }
            return !isPast
        }
        while !isPast, let item = try source.read() {
            guard case .packet(let packet) = item, packet.track == video else { continue }
            if decoder == nil, let parameters = source.parameters(of: video) {
                decoder = try VideoDecoder(
                    parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
            }
            try decoder?.decode(packet, add)
        }
        if !isPast { try decoder?.decode(nil, add) }
        return shown
    }
}
