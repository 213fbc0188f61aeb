import ClassroomHarness
import Encoding
import PlayCore
import Signalling
import TestSupport
import Testing

/// The only kind of connection that browsers have (RFC 7395).
@Suite("Login over a WebSocket", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct WebSocketLoginTests {
    private static let framing = "urn:ietf:params:xml:ns:xmpp-framing"

    @Test("A ticket's token logs in at the ticket's address, and a wrong token does not")
    func logsIn() throws {
        let server = try ProsodyServer()
        let configuration = server.configuration
        #expect(
            configuration.webSocketAddress == "ws://127.0.0.1:\(configuration.ports.http)/xmpp-websocket")
        let token = JoinToken.signed(
            user: "anna", domain: configuration.clientDomain, end: WallTime.now.milliseconds / 1000 + 60,
            secret: configuration.tokenSecret)
        #expect(try Self.answer(to: token, server).contains("<success"))
        #expect(try Self.answer(to: token + "x", server).contains("<failure"))
    }

    @Test("The address for viewers on other machines is encrypted")
    func address() throws {
        var configuration = try ProsodyServer().configuration
        configuration.publicHosts = ["2001:db8::1"]
        #expect(
            configuration.webSocketAddress == "wss://[2001:db8::1]:\(configuration.ports.http)/xmpp-websocket")
    }

    private static func answer(to token: String, _ server: ProsodyServer) throws -> String {
        let connection = try RawConnection(port: server.configuration.ports.http)
        connection.send(
            "GET /xmpp-websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Protocol: xmpp\r\nOrigin: https://elsewhere.example\r\n\r\n")
        #expect(try connection.read { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 101"))
        let domain = server.configuration.clientDomain
        connection.send(frame("<open xmlns='\(framing)' to='\(domain)' version='1.0'/>"))
        #expect(try connection.read { $0.contains("</stream:features>") }.contains("PLAIN"))
        let words = String(decoding: Base64.encoded(Array("\0anna\0\(token)".utf8)), as: UTF8.self)
        connection.send(
            frame("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(words)</auth>"))
        return try connection.read { $0.contains("<success") || $0.contains("<failure") }
    }

    private static func frame(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let size = [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        let length = bytes.count < 126 ? [0x80 | size[1]] : [0x80 | 126] + size
        return [0x81] + length + [0, 0, 0, 0] + bytes
    }
}
