import ClassroomHarness
import Glibc
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

/// Logins that cannot succeed. The reason says how to solve the problem.
@Suite("Logins that fail", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct LoginFailureTests {
    @Test("A token that is expired, or made with another secret or for another user, is refused permanently")
    func tokens() throws {
        let server = try ProsodyServer()
        let address = XMPPAddress(local: "anna", domain: "join.tv.test")
        let end: Int64 = 4_000_000_000
        let wrong = [
            JoinToken.signed(user: "anna", domain: "join.tv.test", end: end, secret: "another"),
            JoinToken.signed(
                user: "anna", domain: "elsewhere.test", end: end, secret: server.configuration.tokenSecret),
            server.token("bert"), server.token("anna", seconds: -5), "", "x.y.z",
        ]
        for token in wrong {
            var account = server.account("anna")
            account.identity = .client(address, password: token)
            guard case .refused(let condition, _) = XMPPProbe(account).failure() else {
                Issue.record("\(token) was not refused")
                continue
            }
            #expect(condition == "not-authorized" || (token.isEmpty && condition == "malformed-request"))
            #expect(XMPPFailure.refused(condition: condition, text: "").isFinal)
        }
    }

    @Test("A certificate of an untrusted authority ends the login before a password is sent")
    func certificates() throws {
        let server = try ProsodyServer()
        var account = server.account("anna")
        account.authorityFile = nil
        for isTLSFirst in [false, true] {
            account.isTLSFirst = isTLSFirst
            account.port = isTLSFirst ? server.configuration.ports.secureClients : server.configuration.ports.clients
            guard case .certificate(let words) = XMPPProbe(account).failure() else {
                Issue.record("it was trusted")
                continue
            }
            #expect(words.contains("SELF_SIGNED"))
        }
        #expect(!server.log.contains("Authenticated as"))
    }

    @Test("A trusted certificate for another name ends the login")
    func names() throws {
        let server = try ProsodyServer { folder in
            let files = try TestCertificates(in: folder)
            return .files(certificate: files.certificate, key: files.key)
        }
        var account = server.account("anna")
        account.authorityFile = server.configuration.folder + "/authority.pem"
        let failure = XMPPProbe(account).failure()
        guard case .certificate(let words) = failure else {
            Issue.record("it was taken: \(String(describing: failure)) \(server.log)")
            return
        }
        #expect(words.contains("HOSTNAME_MISMATCH"))
    }

    @Test("A component's wrong secret is reported")
    func component() throws {
        let server = try ProsodyServer()
        var account = server.component
        account.identity = .component(domain: "keeper.tv.test", secret: "wrong")
        guard case .ended(let condition, _) = XMPPProbe(account).failure() else {
            Issue.record("it was let in")
            return
        }
        expect(condition, is: "not-authorized")
    }

    @Test("An absent server, a silent server and an unknown host are reported in time")
    func unreachable() throws {
        let address = XMPPAddress(local: "anna", domain: "join.tv.test")
        let port = try PortLease.next()
        let nobody = XMPPAccount(.client(address, password: "x"), host: "127.0.0.1", port: port)
        expect(XMPPProbe(nobody).failure(), is: .unreachable("127.0.0.1:\(port): Connection refused"))
        let silent = try ScriptedXMPPServer(opening: []) { _, _ in }
        for isTLSFirst in [false, true] {
            var account = XMPPAccount(.client(address, password: "x"), host: "127.0.0.1", port: silent.port)
            account.isTLSFirst = isTLSFirst
            account.loginLimit = .milliseconds(500)
            expect(XMPPProbe(account).failure(), is: .silent)
        }
        let unknown = XMPPAccount(.client(address, password: "x"), host: "no such host", port: port)
        guard case .unreachable = XMPPProbe(unknown).failure() else {
            Issue.record("a name that cannot be was found")
            return
        }
    }

    @Test(
        "A connection that ends during the handshake broke, but a refusal of the handshake is final",
        arguments: zip(
            [[], [0x15, 3, 3, 0, 2, 2, 40], Array("<no-encryption/>".utf8)],
            [XMPPFailure.cut, .noEncryption, .noEncryption]))
    func handshake(answer: [UInt8], failure: XMPPFailure) throws {
        let head =
            "<?xml version='1.0'?><stream:stream xmlns:stream='http://etherx.jabber.org/streams' "
            + "xmlns='jabber:client' version='1.0' id='1' from='join.tv.test'><stream:features>"
            + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>"
        let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
        let (listener, port) = try LoopbackSocket.listen()
        let thread = WorkerThread(name: "handshake") {
            let socket = accept(listener, nil, nil)
            _ = SocketWriting.send(head.utf8, to: socket)
            _ = Self.read(socket, until: { $0.hasSuffix("xmpp-tls\"/>") })
            _ = SocketWriting.send(proceed.utf8, to: socket)
            // A handshake's first record has type 22.
            _ = Self.read(socket, until: { $0.contains("\u{16}") })
            _ = SocketWriting.send(answer, to: socket)
            close(socket)
        }
        defer {
            shutdown(listener, Int32(SHUT_RDWR))
            thread.join()
            close(listener)
        }
        let address = XMPPAddress(local: "anna", domain: "join.tv.test")
        let account = XMPPAccount(.client(address, password: "x"), host: "127.0.0.1", port: port)
        expect(XMPPProbe(account).failure(), is: failure)
        #expect(failure.isFinal == (failure == .noEncryption))
    }

    private static func read(_ socket: Int32, until holds: (String) -> Bool) -> String {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !holds(text) {
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count > 0 else { return text }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return text
    }
}
