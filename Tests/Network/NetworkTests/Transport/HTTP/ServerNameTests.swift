import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("Names that servers send")
struct ServerNameTests {
    @Test(
        "a file name is read in all forms that servers send, without folders",
        arguments: [
            (#"attachment; filename="Evening talk 7.mp4""#, "Evening talk 7.mp4"),
            (#"attachment; filename="Evening; talk 8.mp4";"#, "Evening; talk 8.mp4"),
            (#"attachment; filename="%E6%B8%AF%E5%8F%A3.mp4""#, "港口.mp4"),
            (#"attachment; filename="100% real.mp4""#, "100% real.mp4"),
            (#"attachment; filename="x.mp4"; filename*=UTF-8''%E6%B8%AF%E5%8F%A3%209.mp4"#, "港口 9.mp4"),
            (#"attachment; filename*=iso-8859-1'en'caf%E9.mp4; filename=x.mp4"#, "café.mp4"),
            (#"attachment; filename*=UTF-8''%FF.mp4; filename=x.mp4"#, "x.mp4"),
            (#"attachment; filename="港口 10.mp4""#, "港口 10.mp4"),
            (#"attachment; filename="../../../evil.mp4""#, "evil.mp4"),
            (#"attachment; filename*=UTF-8''..%2F..%5Cevil.mp4"#, "evil.mp4"),
            (#"inline; filename=talk-11.mp4"#, "talk-11.mp4"),
            (#"attachment;FILENAME = talk 12.mp4"#, "talk 12.mp4"),
            (#"attachment; filename="say \"hello\".mp4""#, #"say "hello".mp4"#),
            ("attachment", nil), (#"attachment; filename="""#, nil), (#"attachment; filename="..""#, nil),
            ("attachment; filename=\"\u{FFFD}.mp4\"", nil),
        ])
    func fileName(field: String, name: String?) throws {
        let server = try FaultServer { _ in FaultReply() }
        let head = HTTPHead(
            status: 200, fields: [HTTPHead.Field(name: "content-disposition", value: field)],
            address: server.address("/"))
        expect(head.fileName, is: name)
    }

    @Test(
        "a station title ends at its closing quote, even if it contains quotes and semicolons",
        arguments: [
            ("StreamTitle='Anna Example - First Song';", "Anna Example - First Song"),
            ("StreamTitle='It's a song; really';StreamUrl='';\0\0", "It's a song; really"),
            ("StreamTitle='';", ""), ("StreamTitle='cut", "cut"), ("StreamUrl='x';", nil), ("", nil),
        ])
    func title(text: String, title: String?) { expect(StationTitles.title(in: Array(text.utf8)), is: title) }

    @Test("a title that is not UTF-8 is read as Latin-1")
    func latin() { expect(StationTitles.title(in: Array("StreamTitle='B".utf8) + [0xE9, 0x27, 0x3B]), is: "Bé") }

    /// Sound with a title after each 4000 bytes; the second title is empty, so the first one still holds.
    private static let sound: [UInt8] = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    private static let sent: [UInt8] = {
        var bytes: [UInt8] = []
        for piece in 0..<5 {
            bytes += sound[piece * 4000..<(piece + 1) * 4000]
            let text = piece == 1 ? [] : Array("StreamTitle='Song \(piece)';".utf8)
            let units = (text.count + 15) / 16
            bytes += [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
        }
        return bytes
    }()

    @Test(
        "the titles of a station are removed from its sound at any size of reads",
        arguments: [1, 7, 4001, 9000])
    func station(size: Int) throws {
        let server = try FaultServer { request in
            expect(request["icy-metadata"], is: "1")
            var reply = FaultReply(200, Self.sent)
            reply.framing = .untilClose
            reply.headers = [("icy-metaint", "4000"), ("icy-name", "Harbour Radio")]
            return reply
        }
        let source = HTTPByteSource(
            HTTPRequest(server.address("/radio")), client: try NetworkBench.client { _ in }, cancel: CancelToken())
        var bytes: [UInt8] = []
        while case let piece = try NetworkBench.read(source, at: bytes.count, size), !piece.isEmpty { bytes += piece }
        expect(bytes, is: Self.sound)
        expect(source.network.names.station, is: "Harbour Radio")
        expect(source.network.names.title, is: "Song 4")
    }

    @Test("a file on the server of a station is read as a file")
    func file() throws {
        let server = try FaultServer { request in
            var reply = FaultReply.file(Self.sound, for: request)
            reply.headers += [("icy-name", "Harbour Radio"), ("icy-metaint", "4000")]
            return reply
        }
        let source = HTTPByteSource(
            HTTPRequest(server.address("/a.mp3")), client: try NetworkBench.client { _ in }, cancel: CancelToken())
        try expect(NetworkBench.read(source, at: 0, 5000), is: Array(Self.sound[..<5000]))
        expect(source.network.names, is: ServerNames())
    }

    @Test("an answer of SHOUTcast version 1 is accepted")
    func oldStation() throws {
        let answer = Array("ICY 200 OK\r\nicy-name:Harbour Radio\r\nicy-metaint:4000\r\n\r\n".utf8) + Self.sent
        let server = try FaultServer { _ in FaultReply(200, [], faults: [.garbage(answer)]) }
        let source = HTTPByteSource(
            HTTPRequest(server.address("/")), client: try NetworkBench.client { _ in }, cancel: CancelToken())
        try expect(NetworkBench.read(source, at: 0, 100), is: Array(Self.sound[..<100]))
        expect(source.network.names.station, is: "Harbour Radio")
    }
}
