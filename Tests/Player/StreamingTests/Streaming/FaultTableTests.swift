import Addresses
import Catalogue
import Foundation
import Media
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Streaming

@Suite("Faults by sources", .timeLimit(.minutes(10)))
struct FaultTableTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    @Test("CFG-11, ADV-35, PLAY-32: each source has the expected outcome for this fault", arguments: FaultRow.table)
    func row(_ row: FaultRow) throws {
        let actual = try FaultedSource.allCases.map { try Self.outcome(of: $0, row).description }
        expect(actual, is: row.outcomes)
    }

    @Test(
        "CFG-11, PLAY-32: an untrusted certificate is an error at once for every kind of source",
        .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
    func untrusted() throws {
        let nginx = try NginxServer(files: ["film": Self.film], locations: "location / { root ROOT; }")
        defer { withExtendedLifetime(nginx) {} }
        try row(FaultRow.untrusted(port: nginx.securePort))
    }

    private static func outcome(of source: FaultedSource, _ row: FaultRow) throws -> FaultRow.Outcome {
        let server = try FaultServer { request in
            var reply = good(request)
            if source.isStruck(request.path) { row.strike(&reply, request) }
            return reply
        }
        var settings = HTTPSettings(userAgent: "test")
        settings.proxy = ""
        settings.timeout = row.timeout
        settings.retries = row.retries
        do {
            switch source {
            case .ts, .fmp4, .key, .dash: return try pictures(server.address(source.path), settings)
            case .film, .subtitle, .cover: return try bytes(server.address(source.path), settings)
            case .manifest: return try document(server.text(source.path), settings)
            }
        } catch let error as MediaError {
            guard case .source(let cause) = error.code else { return .fails("\(error)") }
            return .fails(word(cause.code))
        } catch let error as ByteSourceError {
            return .fails(word(error.code))
        } catch let error as CatalogueError {
            return .fails(word(error.cause))
        }
    }

    private static func good(_ request: ReceivedRequest) -> FaultReply {
        let name = request.path.dropFirst()
        if FaultedSource(rawValue: String(name)) != nil { return .file(film, for: request) }
        return StreamNetworkTests.reply(request)
    }

    private static func pictures(_ address: Address, _ settings: HTTPSettings) throws -> FaultRow.Outcome {
        let player = try StreamPlayer(address: address, settings: settings)
        let count = try player.packets().count { $0.track == player.video }
        return count == 250 ? .whole : count == 200 ? .partly : .fails("\(count) pictures")
    }

    private static func bytes(_ address: Address, _ settings: HTTPSettings) throws -> FaultRow.Outcome {
        let client = try #require(HTTPClient(settings))
        defer { withExtendedLifetime(client) {} }
        let source = HTTPByteSource(HTTPRequest(address), client: client, cancel: CancelToken())
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 30_000)
        while true {
            let count = try piece.withUnsafeMutableBytes { buffer throws(ByteSourceError) in
                try source.read(at: Int64(all.count), into: buffer)
            }
            if count == 0 { return all == film ? .whole : .fails("other bytes") }
            all += piece[..<count]
        }
    }

    private static func document(_ address: String, _ settings: HTTPSettings) throws -> FaultRow.Outcome {
        let client = try #require(HTTPClient(settings))
        let answer = try HTTPServiceTransport(client).send(ServiceRequest(address), cancel: CancelToken())
        return answer.body == film ? .whole : .fails("other bytes")
    }

    private static func word(_ code: ByteSourceError.Code) -> String {
        switch code {
        case .httpStatus(let status): "\(status)"
        case .tooManyRedirects: "loop"
        default: "\(code)"
        }
    }

    private static func word(_ cause: CatalogueError.Cause) -> String {
        switch cause {
        case .network(let code): word(code)
        case .status(let status): "\(status)"
        case .tokenRefused: "refused"
        case .missing: "missing"
        default: "\(cause)"
        }
    }
}
