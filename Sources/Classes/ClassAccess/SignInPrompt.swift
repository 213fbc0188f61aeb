import Addresses
package import Encoding
package import PlayCore

package struct SignInPrompt: Sendable, Equatable {
    /// A secret.
    package var id: String
    /// The page where the viewer signs in; unverified text.
    package var address: String
    /// To enter at the address; unverified text.
    package var code: String
    /// Seconds until the next request.
    package var wait: Int
    package var lifetime: Int

    package init(id: String, address: String, code: String, wait: Int, lifetime: Int) {
        self.id = id
        self.address = address
        self.code = code
        self.wait = wait
        self.lifetime = lifetime
    }

    package var json: JSONValue {
        .object([
            "id": .string(id), "address": .string(address), "code": .string(code), "wait": .integer(Int64(wait)),
            "lifetime": .integer(Int64(lifetime)),
        ])
    }

    package init?(json: JSONValue) {
        guard let id = json["id"]?.text, let address = json["address"]?.text, address.utf8.count <= 2048,
            Address(address)?.isHTTP == true, let code = json["code"]?.text, let wait = json["wait"]?.integer,
            let lifetime = json["lifetime"]?.integer
        else { return nil }
        self.init(
            id: id, address: address, code: code, wait: Self.wait(wait), lifetime: min(max(lifetime, 1), 3600))
    }

    package static func wait(_ seconds: Int) -> Int { min(max(seconds, 1), 60) }
}

extension SignInPrompt: CustomStringConvertible, CustomReflectable {
    package var description: String { "sign-in at \(address)" }
    package var customMirror: Mirror { Mirror(self, children: ["prompt": description]) }
}

extension JoinClient {
    /// Signs in, and returns a join code for this person alone. Calls `show` once, with the prompt. `pause` waits for
    /// the given seconds, or until the token is cancelled.
    package func signIn(
        _ link: SignInLink, cancel: CancelToken, pause: (Int, CancelToken) -> Void = Self.pause,
        show: (SignInPrompt) -> Void
    ) throws(JoinError) -> String {
        let begun = try ask(link.server, "/sign-in", body: .object(["room": link.room.map(JSONValue.string)]), cancel)
        guard let prompt = SignInPrompt(json: begun) else { throw JoinError(.noClassServer) }
        show(prompt)
        var (wait, waited) = (prompt.wait, 0)
        while waited <= prompt.lifetime {
            pause(wait, cancel)
            waited += wait
            guard !cancel.isCancelled else { throw JoinError(.cancelled) }
            do throws(JoinError) {
                let answer = try ask(link.server, "/sign-in", body: .object(["id": .string(prompt.id)]), cancel)
                if let code = answer["code"]?.text { return code }
                guard let next = answer["wait"]?.integer else { throw JoinError(.noClassServer) }
                wait = SignInPrompt.wait(next)
            } catch {
                guard error.reason == .network else { throw error }
            }
        }
        throw JoinError(.signInExpired)
    }

    package static func pause(_ seconds: Int, _ cancel: CancelToken) {
        let wakeUp = WakeUp()
        let registration = cancel.onCancel { wakeUp.signal() }
        wakeUp.wait(until: SystemClock().now + .seconds(seconds))
        withExtendedLifetime(registration) {}
    }
}
