import PlayCore
import TestSupport
import Testing
import XML

@testable import Signalling

@Suite("The negotiation of a stream")
struct StreamNegotiationTests {
    private let account = XMPPAccount(
        .client(XMPPAddress(local: "anna", domain: "tv.test", resource: "r"), password: "token"))

    private func features(_ children: XMLElement...) -> XMLElement {
        XMLElement("features", namespace: Namespace.streams, children: children)
    }

    private func mechanisms(_ names: String...) -> XMLElement {
        XMLElement("mechanisms", namespace: Namespace.sasl, children: names.map { XMLElement("mechanism", text: $0) })
    }

    private func text(_ steps: [StreamNegotiation.Step]) -> String {
        guard case .write(let bytes) = steps.first else { return "\(steps)" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func authenticated(_ resumption: StreamNegotiation.Resumption? = nil) -> StreamNegotiation {
        var negotiation = StreamNegotiation(account, resumption: resumption) { $0 }
        _ = negotiation.connected()
        _ = negotiation.received(features(XMLElement("starttls", namespace: Namespace.tls)))
        _ = negotiation.received(XMLElement("proceed", namespace: Namespace.tls))
        _ = negotiation.received(features(mechanisms("PLAIN")))
        expect(negotiation.received(XMLElement("success", namespace: Namespace.sasl)), is: [.openStream])
        return negotiation
    }

    @Test("Nothing is sent before encryption, and a server without encryption is an error")
    func encryption() {
        var negotiation = StreamNegotiation(account, resumption: nil) { $0 }
        expect(negotiation.connected(), is: [.openStream])
        expect(negotiation.received(features(mechanisms("PLAIN"))), is: [.fail(.noEncryption)])
        var other = StreamNegotiation(account, resumption: nil) { $0 }
        #expect(text(other.received(features(XMLElement("starttls", namespace: Namespace.tls)))).hasPrefix("<starttls"))
        expect(other.received(XMLElement("proceed", namespace: Namespace.tls)), is: [.startTLS, .openStream])
    }

    @Test("A token is sent with PLAIN even if SCRAM is offered, and never with another mechanism")
    func mechanism() {
        var account = account
        account.isTLSFirst = true
        var negotiation = StreamNegotiation(account, resumption: nil) { $0 }
        expect(negotiation.connected(), is: [.startTLS, .openStream])
        #expect(
            text(negotiation.received(features(mechanisms("SCRAM-SHA-1", "PLAIN")))).contains("mechanism=\"PLAIN\""))
        var other = StreamNegotiation(account, resumption: nil) { $0 }
        _ = other.connected()
        expect(other.received(features(mechanisms("SCRAM-SHA-1"))), is: [.fail(.noMechanism)])
    }

    @Test("A new session replaces an expired one, and the number of handled stanzas is known")
    func notResumed() {
        let address = XMPPAddress(local: "anna", domain: "tv.test", resource: "r")
        var negotiation = authenticated(.init(id: "7", handled: 3, address: address))
        let management = XMLElement("sm", namespace: Namespace.streamManagement)
        #expect(text(negotiation.received(features(management))).contains("previd=\"7\""))
        let failed = XMLElement("failed", namespace: Namespace.streamManagement, attributes: ["h": "5"])
        #expect(text(negotiation.received(failed)).contains("<resource>r</resource>"))
        expect(negotiation.handledBefore, is: 5)
    }

    @Test("Sent stanzas are kept until the server acknowledges them")
    func counting() {
        let enabled = XMLElement("enabled", attributes: ["id": "x", "resume": "true"])
        var management = StreamManagement(StreamManagement.Grant(enabled))
        for number in 0..<40 { management.sent([UInt8(number)], id: "\(number)") }
        expect([management.asks(isQuiet: false), management.asks(isQuiet: true)], is: [true, false])
        expect(management.acknowledge(38), is: true)
        #expect(management.waitingIDs == ["38", "39"] && management.unacknowledged() == [[38], [39]])
        expect(management.acknowledge(41), is: false)
        // Old numbers are not an error.
        expect([management.acknowledge(38), management.acknowledge(5)], is: [true, true])
        expect(management.waitingCount, is: 2)
    }
}
