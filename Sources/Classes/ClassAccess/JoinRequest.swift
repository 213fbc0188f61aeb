package import Encoding

/// A request to enter a class. Its texts are unverified until ``ClassAdmission`` has checked them.
package struct JoinRequest: Sendable, Equatable {
    package enum Proof: Sendable, Equatable {
        /// The code as typed, and the secret of an earlier ticket, or `nil` for a new person.
        case code(String, resume: String?)
        case signature(JoinSignature)
    }

    package var proof: Proof
    package var name: String
    package var avatar: String?

    package init(_ proof: Proof, name: String, avatar: String? = nil) {
        self.proof = proof
        self.name = name
        self.avatar = avatar
    }
}

extension JoinRequest {
    /// In bytes.
    package static let maximumSize = 8 << 10

    /// Reads `code` and `resume`, or `room`, `number`, `role`, `group`, `expires` and `sign`; also `name` and `avatar`.
    package init(json: JSONValue) throws(JoinError) {
        guard json.members != nil else { throw JoinError(.malformedRequest) }
        let fields = json.fields
        try self.init { name in
            switch fields[name] {
            case .string(let text)?: text
            case .integer(let number)?: "\(number)"
            default: nil
            }
        }
    }

    package init(form: [String: String]) throws(JoinError) { try self.init { form[$0] } }

    private init(field: (String) -> String?) throws(JoinError) {
        func given(_ name: String) -> String? { field(name).flatMap { $0.isEmpty ? nil : $0 } }
        let name = field("name") ?? ""
        if let code = given("code") {
            self.init(.code(code, resume: given("resume")), name: name, avatar: given("avatar"))
            return
        }
        guard let room = given("room"), let number = given("number"), let sign = given("sign") else {
            throw JoinError(.malformedRequest)
        }
        guard let group = Int(given("group") ?? "0"), let expires = given("expires").flatMap({ Int64($0) }) else {
            throw JoinError(.malformedRequest)
        }
        let signature = JoinSignature(
            room: room, number: number, role: given("role") ?? "student", group: group, expires: expires, sign: sign)
        self.init(.signature(signature), name: name, avatar: given("avatar"))
    }

    package var json: JSONValue {
        switch proof {
        case .code(let code, let resume):
            .object([
                "code": .string(code), "resume": resume.map(JSONValue.string), "name": .string(name),
                "avatar": avatar.map(JSONValue.string),
            ])
        case .signature(let signature):
            .object([
                "room": .string(signature.room), "number": .string(signature.number), "role": .string(signature.role),
                "group": .integer(Int64(signature.group)), "expires": .integer(signature.expires),
                "sign": .string(signature.sign), "name": .string(name), "avatar": avatar.map(JSONValue.string),
            ])
        }
    }
}

extension JoinRequest: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch proof {
        case .code: "request by a code"
        case .signature(let signature): "request by a signature for \(signature.number) to \(signature.room)"
        }
    }
    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
