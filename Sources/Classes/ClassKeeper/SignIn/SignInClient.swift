import Addresses
import ClassAccess
import Encoding
import PlayCore
import Transport

struct SignInClient: Sendable {
    private static let answerLimit = 256 << 10

    private let client: HTTPClient
    /// Without a proxy, for services on this machine.
    private let local: HTTPClient
    private let cancel: CancelToken

    /// Returns `nil` if libcurl is not installed. The log has the reason.
    ///
    /// - Parameter authorityFile: PEM certificates to trust instead of the system's.
    init?(cancel: CancelToken, authorityFile: String? = nil) {
        var settings = HTTPSettings(userAgent: "tvplay-keeper")
        settings.retries = 0
        settings.allowsUnencryptedRedirects = false
        settings.caFile = authorityFile
        guard let client = HTTPClient(settings) else { return nil }
        self.client = client
        local = HTTPClient(sharing: client) { $0.proxy = "" }
        self.cancel = cancel
    }

    func document(_ text: String) throws(SignInProblem) -> JSONValue {
        let (status, json) = try ask(HTTPRequest(try Self.address(text)))
        guard status == 200 else { throw .unreachable("\(text): HTTP \(status)") }
        return json
    }

    /// Returns the JSON object even of a failure.
    func send(
        _ form: [(String, String)], to text: String, authorization: String?
    ) throws(SignInProblem) -> (status: Int, json: JSONValue) {
        var request = HTTPRequest(try Self.address(text))
        request.method = .post
        request.body = Array(Self.form(form).utf8)
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded"),
            HTTPHeader(name: "Accept", value: "application/json"),
            authorization.flatMap { HTTPHeader(name: "Authorization", value: $0) },
        ].compactMap(\.self)
        return try ask(request)
    }

    private func ask(_ request: HTTPRequest) throws(SignInProblem) -> (status: Int, json: JSONValue) {
        let client = request.address.scheme == "http" ? local : client
        let answer: (status: Int, body: [UInt8])
        do throws(ByteSourceError) {
            answer = try client.begin(request, cancel: cancel).answer(limit: Self.answerLimit)
        } catch {
            throw .unreachable("\(request.address.withoutSecrets): \(error.reason)")
        }
        guard let json = try? JSONValue(document: answer.body), json.members != nil else {
            throw .unreachable("\(request.address.withoutSecrets): HTTP \(answer.status)")
        }
        return (answer.status, json)
    }

    /// - Throws: `.invalidReply` if secrets must not be sent to the address.
    private static func address(_ text: String) throws(SignInProblem) -> Address {
        guard isProtected(text), let address = Address(text) else {
            throw .invalidReply(tr("%1 is not an https address", SafeText.clean(text, limit: 300)))
        }
        return address
    }

    static func isProtected(_ text: String) -> Bool {
        Address(text).map { JoinClient.isProtected($0) && !$0.hasUser } ?? false
    }

    static func form(_ fields: [(String, String)]) -> String {
        fields.map { escaped($0) + "=" + escaped($1) }.joined(separator: "&")
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(UnicodeScalar(byte))
            default: result += "%" + Hexadecimal.text([byte]).uppercased()
            }
        }
        return result
    }
}

/// The keys published by an issuer (RFC 7517, 5), read on demand. Any thread.
final class PublishedKeys: Sendable {
    private struct State {
        var keys: [SignatureKey] = []
        var read: HostTime?
    }

    /// Issuers publish two or three keys.
    private static let keyLimit = 64
    /// Keys are read again after this time. An unknown key shortens it only to ``pause``, because anyone can name
    /// unknown keys.
    private static let lifetime = HostTime.seconds(3600)
    private static let pause = HostTime.seconds(60)

    private let state = Monitor(State())
    private let clock: any HostClock

    init(_ clock: any HostClock) { self.clock = clock }

    /// `read` returns the document with the keys, and may block. `time` is in seconds since 1970.
    func claims(
        of text: String, for parties: IdentityToken.Parties, at time: Int64,
        read: () throws(SignInProblem) -> JSONValue
    ) throws(SignInProblem) -> JSONValue {
        let token: IdentityToken
        do throws(TokenFault) { token = try IdentityToken(text) } catch { throw .token(error) }
        var known = state.withLock { $0 }
        let age = known.read.map { clock.now - $0 }
        let isKnown = known.keys.contains(where: token.isFor)
        if age.map({ $0 >= (isKnown ? Self.lifetime : Self.pause) }) ?? true {
            let keys = try read()["keys"]?.items ?? []
            known = State(keys: keys.prefix(Self.keyLimit).compactMap { SignatureKey($0) }, read: clock.now)
            state.withLock { [known] in $0 = known }
        }
        do throws(TokenFault) {
            return try token.claims(for: parties, keys: known.keys, at: time)
        } catch {
            throw .token(error)
        }
    }
}
