import Classes
import Encoding

/// A notice is `{"name": "…", "value": …}`, like a wish.
extension ClassNotice: Codable {
    private enum Field: String, CodingKey {
        case name, value
    }

    private enum Name: String, Codable {
        case invitation, remote, surveyResult, surveyVerdict, recordingFailed, turnedAway, waiting, privateMessage
        case recordingPlace
    }

    private struct Invitation: Codable {
        var by: String
        var isInvited: Bool
    }
    private struct Order: Codable {
        var remote: RemoteSwitch
        var by: String
    }
    private struct Waiting: Codable {
        var users: [ClassUser]
        var count: Int
    }
    private struct Verdict: Codable {
        var id: String
        var verdict: SurveyVerdict
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        func value<Value: Decodable>() throws -> Value { try fields.decode(Value.self, forKey: .value) }
        switch try fields.decode(Name.self, forKey: .name) {
        case .invitation:
            let invitation: Invitation = try value()
            self = .invitation(by: invitation.by, invitation.isInvited)
        case .remote:
            let order: Order = try value()
            self = .remote(order.remote, by: order.by)
        case .surveyResult: self = .surveyResult(try value())
        case .surveyVerdict:
            let verdict: Verdict = try value()
            self = .surveyVerdict(verdict.id, verdict.verdict)
        case .recordingFailed: self = .recordingFailed(try value())
        case .turnedAway: self = .turnedAway(try value())
        case .privateMessage: self = .privateMessage(try value())
        case .waiting:
            let waiting: Waiting = try value()
            self = .waiting(waiting.users, count: waiting.count)
        case .recordingPlace: self = .recordingPlace(try value())
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        func encode(_ name: Name, _ value: some Encodable) throws {
            try fields.encode(name, forKey: .name)
            try fields.encode(value, forKey: .value)
        }
        switch self {
        case .invitation(let by, let isInvited): try encode(.invitation, Invitation(by: by, isInvited: isInvited))
        case .remote(let remote, let by): try encode(.remote, Order(remote: remote, by: by))
        case .surveyResult(let value): try encode(.surveyResult, value)
        case .surveyVerdict(let id, let verdict): try encode(.surveyVerdict, Verdict(id: id, verdict: verdict))
        case .recordingFailed(let value): try encode(.recordingFailed, value)
        case .turnedAway(let name): try encode(.turnedAway, name)
        case .privateMessage(let message): try encode(.privateMessage, message)
        case .waiting(let users, let count): try encode(.waiting, Waiting(users: users, count: count))
        case .recordingPlace(let value): try encode(.recordingPlace, value)
        }
    }
}
