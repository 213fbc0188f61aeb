import ClassAccess
import Encoding
import PlayCore

/// A device authorization (RFC 8628): schedules the requests for its token, and reads the answers.
struct DeviceGrant: Sendable, Equatable {
    private static let slowDown = HostTime.seconds(5)
    private static let slowest = HostTime.seconds(60)

    /// A secret.
    let deviceCode: String
    let userCode: String
    let address: String
    let end: HostTime
    private(set) var interval: HostTime
    private(set) var next: HostTime

    init(_ status: Int, _ json: JSONValue, at now: HostTime) throws(SignInProblem) {
        guard status == 200 else { throw Self.refusal(status, json) }
        // Some services use the draft's name of the address.
        guard let deviceCode = json["device_code"]?.text, let userCode = json["user_code"]?.text,
            let address = json["verification_uri"]?.text ?? json["verification_url"]?.text,
            let seconds = json["expires_in"]?.integer
        else { throw .invalidReply("device_code, user_code, verification_uri, expires_in") }
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.address = address
        end = now + .seconds(min(max(seconds, 1), 3600))
        interval = .seconds(SignInPrompt.wait(json["interval"]?.integer ?? 5))
        next = now + interval
    }

    /// Reads an answer of the token endpoint (3.5). Returns the ID token, or `nil` before the viewer has confirmed.
    mutating func receive(_ status: Int, _ json: JSONValue, at now: HostTime) throws(SignInProblem) -> String? {
        if status == 200 {
            guard let token = json["id_token"]?.text else { throw .invalidReply("id_token") }
            return token
        }
        switch json["error"]?.text {
        case "authorization_pending": break
        case "slow_down": interval = min(interval + Self.slowDown, Self.slowest)
        case "access_denied": throw .denied
        case "expired_token": throw .expired
        default: throw Self.refusal(status, json)
        }
        next = now + interval
        return nil
    }

    mutating func miss(at now: HostTime) {
        interval = min(interval + interval, Self.slowest)
        next = now + interval
    }

    func wait(at now: HostTime) -> Int { SignInPrompt.wait(Int((next - now).inSeconds.rounded(.up))) }

    private static func refusal(_ status: Int, _ json: JSONValue) -> SignInProblem {
        let words = [json["error"]?.text ?? "HTTP \(status)", json["error_description"]?.text].compactMap(\.self)
        return .refused(words.joined(separator: ": "))
    }
}
