package import ClassRules
package import Encoding
package import Signalling
package import XML

package enum ActAnswer: Sendable, Equatable {
    /// The number is that of the last event.
    case done(Int64)
    case refused(ClassError)
    /// Unreadable, unknown or currently impossible, with the condition of RFC 6120.
    case failed(StanzaError)

    package var element: XMLElement? {
        guard case .done(let number) = self else { return nil }
        return .live("act", ["number": "\(number)"])
    }

    package var error: StanzaError? {
        switch self {
        case .done: nil
        case .failed(let error): error
        case .refused(let error):
            StanzaError(
                kind: error.kind.stanzaKind, condition: error.kind.condition,
                detail: .live("refused", ["reason": error.reason.rawValue]))
        }
    }

    package init(result: XMLElement?) { self = .done(result?.liveNumber("number") ?? 0) }

    package init(error: StanzaError) {
        guard let detail = error.detail, detail.name == "refused", detail.namespace == WireName.live,
            let reason = detail["reason"].flatMap(ClassError.Reason.init(rawValue:))
        else {
            self = .failed(error)
            return
        }
        self = .refused(ClassError(reason))
    }

    // MARK: Storage

    package var json: JSONValue {
        switch self {
        case .done(let number): .object(["done": .integer(number)])
        case .refused(let error): .object(["refused": .string(error.reason.rawValue)])
        case .failed(let error): .object(["failed": .string(error.condition)])
        }
    }

    package init(json: JSONValue) {
        if let number = json["done"]?.integer {
            self = .done(Int64(number))
        } else if let reason = json["refused"]?.text.flatMap(ClassError.Reason.init(rawValue:)) {
            self = .refused(ClassError(reason))
        } else {
            self = .failed(StanzaError(kind: .cancel, condition: json["failed"]?.text ?? "undefined-condition"))
        }
    }
}

extension ClassError.Kind {
    fileprivate var condition: String {
        switch self {
        case .invalidUserRole: "forbidden"
        case .invalidCalling: "unexpected-request"
        case .invalidArguments: "bad-request"
        case .areYouRobot: "policy-violation"
        }
    }

    fileprivate var stanzaKind: StanzaError.Kind {
        switch self {
        case .invalidUserRole: .auth
        case .invalidCalling, .areYouRobot: .wait
        case .invalidArguments: .modify
        }
    }
}
