package import Encoding
package import PlayCore

/// The input of the preloading program, stored in a file of the item.
package struct AheadPlan: Sendable, Equatable {
    /// The first argument. The second is the plan's path; options follow.
    package static let programWord = "--load-ahead"

    /// Unverified, perhaps with secrets, so it is not an argument, which every user could read.
    package let address: String
    package let amount: MediaTime
    /// Each `name=value`. May contain secrets.
    package let requestOptions: [String]

    package init(address: String, amount: MediaTime, requestOptions: [String] = []) {
        (self.address, self.amount, self.requestOptions) = (address, amount, requestOptions)
    }

    package var json: JSONValue {
        .object([
            "address": .string(address), "amount": .integer(amount.nanoseconds),
            "requestOptions": .list(requestOptions.map(JSONValue.string)),
        ])
    }

    package init?(_ value: JSONValue) {
        guard let address = value["address"]?.text, let amount = value["amount"]?.wholeNumber, amount > 0 else {
            return nil
        }
        self.init(
            address: address, amount: MediaTime(nanoseconds: amount),
            requestOptions: value["requestOptions"]?.items?.compactMap(\.text) ?? [])
    }
}

package enum AheadNews: Sendable, Equatable {
    /// The share is 0 … 1; `bytes` came over the network. The program continues when the daemon answers with one byte.
    case progress(Double, bytes: Int64)
    case loaded(bytes: Int64)
    case failed(DownloadProblem)

    package var json: JSONValue {
        switch self {
        case .progress(let share, let bytes): .object(["progress": .number(share), "bytes": .integer(bytes)])
        case .loaded(let bytes): .object(["loaded": .integer(bytes)])
        case .failed(let problem): .object(["problem": problem.json])
        }
    }

    package init?(_ value: JSONValue) {
        if let share = value["progress"]?.anyNumber, let bytes = value["bytes"]?.wholeNumber {
            self = .progress(min(max(0, share), 1), bytes: max(0, bytes))
        } else if let bytes = value["loaded"]?.wholeNumber {
            self = .loaded(bytes: max(0, bytes))
        } else if let problem = value["problem"].flatMap({ DownloadProblem($0) }) {
            self = .failed(problem)
        } else {
            return nil
        }
    }
}

extension MediaTime {
    package static let longestAhead = MediaTime.seconds(24 * 3600)

    /// Converts seconds from the protocol. Returns `nil` for lengths that cannot be preloaded.
    package init?(ahead seconds: Double) {
        guard seconds > 0, seconds <= Self.longestAhead.inSeconds else { return nil }
        self.init(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
