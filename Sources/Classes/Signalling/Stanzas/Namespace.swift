/// With the documents that define them.
package enum Namespace {
    /// RFC 6120. Its elements have no namespace in this program.
    static let client = "jabber:client"
    static let component = "jabber:component:accept"
    static let streams = "http://etherx.jabber.org/streams"
    static let streamErrors = "urn:ietf:params:xml:ns:xmpp-streams"
    static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
    static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
    static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
    /// XEP-0198.
    static let streamManagement = "urn:xmpp:sm:3"
    package static let stanzaErrors = "urn:ietf:params:xml:ns:xmpp-stanzas"
    /// XEP-0004.
    package static let dataForms = "jabber:x:data"
    /// XEP-0045.
    package static let room = "http://jabber.org/protocol/muc"
    package static let roomUser = "http://jabber.org/protocol/muc#user"
    package static let roomAdmin = "http://jabber.org/protocol/muc#admin"
    package static let roomOwner = "http://jabber.org/protocol/muc#owner"
    package static let roomRequest = "http://jabber.org/protocol/muc#request"
    /// XEP-0059.
    package static let resultSet = "http://jabber.org/protocol/rsm"
    /// XEP-0199.
    package static let ping = "urn:xmpp:ping"
    /// XEP-0203.
    package static let delay = "urn:xmpp:delay"
    /// XEP-0297.
    package static let forwarding = "urn:xmpp:forward:0"
    /// XEP-0313.
    package static let archive = "urn:xmpp:mam:2"
    /// XEP-0334.
    package static let hints = "urn:xmpp:hints"
    /// XEP-0359.
    package static let stanzaIDs = "urn:xmpp:sid:0"
    /// XEP-0363.
    package static let upload = "urn:xmpp:http:upload:0"
    /// XEP-0421.
    package static let occupantID = "urn:xmpp:occupant-id:0"
    /// XEP-0422, XEP-0424 and XEP-0425, in the versions of Prosody 0.12.
    package static let fasten = "urn:xmpp:fasten:0"
    package static let retraction = "urn:xmpp:message-retract:0"
    package static let moderation = "urn:xmpp:message-moderate:0"
}
