import CStrophe
import TestSupport
import XML

@testable import Signalling

/// Stanzas of rooms with changed bytes and parts, read by libstrophe's reader and by ours.
struct MutatedStanzas {
    private var random: SeededGenerator
    private let context = xmpp_ctx_new(nil, nil)

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> XMLElement? {
        var bytes = Array((Self.originals.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes) }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        guard let context, let stanza = xmpp_stanza_new_from_string(context, text) else { return nil }
        defer { xmpp_stanza_release(stanza) }
        var left = StropheElement.limit
        return StropheElement.read(stanza, depth: 0, left: &left)
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 1...255, using: &random)
        case 1: bytes.insert(contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: place)
        case 2:
            let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
            if let digit = digits.randomElement(using: &random) {
                bytes[digit] = UInt8.random(in: 45...57, using: &random)
            }
        case 3:
            let other = Array((Self.originals.randomElement(using: &random) ?? "").utf8)
            // Inserts whole elements of another stanza.
            if let end = bytes.lastIndex(of: UInt8(ascii: "/")), end > 0 {
                bytes.insert(contentsOf: other, at: end - 1)
            }
        case 4:
            let letters = bytes.indices.filter { (97...122).contains(bytes[$0]) }
            if let letter = letters.randomElement(using: &random) {
                bytes[letter] = UInt8.random(in: 97...122, using: &random)
            }
        default: bytes = Array(bytes.prefix(place) + bytes.suffix(bytes.count - place))
        }
    }

    private static let pieces = [
        "&amp;", "&#x202E;", "é", "本", "<a/>", "xmlns='x'", "''", "9223372036854775808", "-1", "]]>", "<!--x-->",
        "\u{1}",
        "@", "/",
    ]

    private static let originals: [String] = {
        let user = "xmlns='http://jabber.org/protocol/muc#user'"
        let from = "from='class@rooms.tv.test/x'"
        let form = """
            <x xmlns='jabber:x:data' type='form'><field var='FORM_TYPE'><value>http://jabber.org/protocol/muc#request\
            </value></field><field var='muc#roomnick'><value>n</value></field></x>
            """
        return [
            "<presence \(from)><x \(user)><item affiliation='none' role='participant'/><status code='110'/></x></presence>",
            "<presence \(from) type='unavailable'><x \(user)><item nick='y'/><status code='303'/></x></presence>",
            "<presence \(from) type='unavailable'><x \(user)><destroy jid='a@b'/><status code='307'/></x></presence>",
            "<presence \(from) type='error'><error type='cancel'><conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></presence>",
            "<message \(from) type='groupchat' id='o-1'><body>1</body><stanza-id xmlns='urn:xmpp:sid:0' by='class@rooms.tv.test' id='7'/><delay xmlns='urn:xmpp:delay' stamp='2026-01-01T00:00:00Z'/></message>",
            "<message \(from) type='groupchat'><subject>s</subject></message>",
            "<message from='class@rooms.tv.test'>\(form)</message>",
            "<message from='class@rooms.tv.test' type='groupchat'><apply-to xmlns='urn:xmpp:fasten:0' id='3'><moderated xmlns='urn:xmpp:message-moderate:0' by='class@rooms.tv.test/k'><retract xmlns='urn:xmpp:message-retract:0'/><reason>r</reason></moderated></apply-to></message>",
            "<message from='class@rooms.tv.test'><result xmlns='urn:xmpp:mam:2' queryid='page-1' id='5'><forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-01-01T00:00:00Z'/><message xmlns='jabber:client' \(from) type='groupchat'><body>b</body></message></forwarded></result></message>",
            "<iq \(from) type='result' id='o-archive-1'><fin xmlns='urn:xmpp:mam:2'><set xmlns='http://jabber.org/protocol/rsm'><last>9</last></set></fin></iq>",
            "<iq \(from) type='error' id='o-ping-1'><error type='cancel'><not-acceptable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>",
            "<iq \(from) type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>",
            "<iq \(from) type='result' id='1'><slot xmlns='urn:xmpp:http:upload:0'><put url='https://a/b'><header name='Cookie'>c</header></put><get url='https://a/b'/></slot></iq>",
            "<iq \(from) type='result' id='1'><query xmlns='http://jabber.org/protocol/disco#info'><identity category='conference' type='text'/><feature var='urn:xmpp:mam:2'/></query></iq>",
        ]
    }()
}
