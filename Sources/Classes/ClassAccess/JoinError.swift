package import Encoding
import PlayCore

package struct JoinError: Error, Sendable, Equatable {
    package enum Kind: String, Sendable, Equatable, CaseIterable {
        case networkError, requestFailed, cancelled, invalidArguments, areYouRobot
        case enterRoomFull, enterRoomForbidden, enterRoomExpired
    }

    package enum Reason: String, Sendable, Equatable, CaseIterable {
        case malformedRequest, nameMissing, nameTooLong, malformedNumber, unknownRole, malformedGroup, malformedAvatar
        case malformedCode, wrongCode, codeExpired, codeUsedUp
        case wrongSignature, signatureExpired, unknownClass, classOver, classFull, excluded
        case classLocked, waiting, entryRefused
        case tooManyTries, tooManyJoins
        case signInMissing, signInClass, signInDenied, signInExpired, signInRefused, signInUnreachable
        case unprotectedAddress, noClassServer, cancelled, network
    }

    package let reason: Reason
    /// The seconds to wait before the next request.
    package var retryAfter: Int?
    /// The secret for repeating a request as the same person; only with ``Reason/waiting``, for people with a code.
    package var resume: String?
    /// Details of ``Reason/network``, translated; unverified text.
    package var detail: String

    package init(_ reason: Reason, retryAfter: Int? = nil, detail: String = "") {
        self.reason = reason
        self.retryAfter = retryAfter
        self.detail = detail
    }

    package var kind: Kind {
        switch reason {
        case .malformedRequest, .nameMissing, .nameTooLong, .malformedNumber, .unknownRole, .malformedGroup,
            .malformedAvatar, .malformedCode, .wrongCode, .unknownClass, .unprotectedAddress, .signInMissing,
            .signInClass:
            .invalidArguments
        case .codeExpired, .signatureExpired, .classOver, .signInExpired: .enterRoomExpired
        case .codeUsedUp, .wrongSignature, .excluded, .classLocked, .waiting, .entryRefused, .signInDenied,
            .signInRefused:
            .enterRoomForbidden
        case .classFull: .enterRoomFull
        case .tooManyTries, .tooManyJoins: .areYouRobot
        case .noClassServer, .signInUnreachable: .requestFailed
        case .cancelled: .cancelled
        case .network: .networkError
        }
    }

    package var message: String {
        switch reason {
        case .malformedRequest: tr("the class server did not understand the request")
        case .nameMissing: tr("enter a name")
        case .nameTooLong: tr("the name is too long")
        case .malformedNumber: tr("a user number has digits only")
        case .unknownRole: tr("unknown role; known are student, teacher, assistant and guest")
        case .malformedGroup: tr("a group is a number from 0 to 2147483647")
        case .malformedAvatar: tr("a picture is an address that begins with https:// or http://")
        case .malformedCode: tr("the join code is mistyped; compare it with what you received")
        case .wrongCode: tr("unknown join code; ask for a new one")
        case .codeExpired: tr("the join code has expired; ask for a new one")
        case .codeUsedUp: tr("the join code has been used; ask for a new one")
        case .wrongSignature: tr("the signature does not match room, number, name, role, group and expiry")
        case .signatureExpired: tr("the signature has expired; open the class again from where you found it")
        case .unknownClass: tr("no such class on this server")
        case .classOver: tr("the class is over")
        case .classFull: tr("the class is full")
        case .excluded: tr("you have been excluded from this class")
        case .classLocked: tr("The class is locked. Ask the teacher, then retry.")
        case .waiting: tr("You are in the waiting room. The teacher has been asked to let you in.")
        case .entryRefused: tr("The teacher did not let you in.")
        case .tooManyTries:
            trn(
                "too many wrong codes; retry in %1 second", "too many wrong codes; retry in %1 seconds",
                retryAfter ?? 60)
        case .tooManyJoins:
            trn(
                "too many people are joining; retry in %1 second", "too many people are joining; retry in %1 seconds",
                retryAfter ?? 60)
        case .signInMissing: tr("this class server offers no sign-in; ask for a join code")
        case .signInClass: tr("this class server has several classes; name one with --room")
        case .signInDenied: tr("the sign-in was refused, or you cancelled it")
        case .signInExpired: tr("the sign-in took too long; retry, and enter the new code")
        case .signInRefused: tr("the class server does not accept the sign-in; its log has the reason")
        case .signInUnreachable: tr("the sign-in service does not respond; retry later")
        case .unprotectedAddress: tr("a class can be entered only over https, but the address starts with http")
        case .noClassServer: tr("no class server at this address")
        case .cancelled: tr("cancelled")
        case .network: detail
        }
    }
}

extension JoinError {
    /// Contains `error` with `kind`, `reason`, `message` in the program's language, `retryAfter` and `resume`.
    package var json: JSONValue {
        .object([
            "error": .object([
                "kind": .string(kind.rawValue), "reason": .string(reason.rawValue), "message": .string(message),
                "retryAfter": retryAfter.map { .integer(Int64($0)) }, "resume": resume.map(JSONValue.string),
            ])
        ])
    }

    package init?(json: JSONValue) {
        guard let error = json["error"], let reason = error["reason"]?.text.flatMap(Reason.init(rawValue:)) else {
            return nil
        }
        self.init(reason, retryAfter: error["retryAfter"]?.integer.map { min(max($0, 0), 86_400) })
        resume = error["resume"]?.text
    }
}
