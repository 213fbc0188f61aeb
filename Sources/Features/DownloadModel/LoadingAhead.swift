package import Encoding
package import PlayCore

/// What the program that loads the beginning of an address into the cache is told. A value, in a file of the item.
package struct AheadPlan: Sendable, Equatable {
    /// The first argument of that program; the second is the path of the plan, options follow.
    package static let programWord = "--load-ahead"

    /// Unverified text, perhaps with secrets: it stands in no argument, which everybody could read.
    package let address: String
    package let amount: MediaTime
    /// Options of its requests, each `name=value`; perhaps secrets.
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

    /// Nil for what is none.
    package init?(_ value: JSONValue) {
        guard let address = value["address"]?.text, let amount = value["amount"]?.wholeNumber, amount > 0 else {
            return nil
        }
        self.init(
            address: address, amount: MediaTime(nanoseconds: amount),
            requestOptions: value["requestOptions"]?.items?.compactMap(\.text) ?? [])
    }
}

/// What that program says, a line each. A value.
package enum AheadNews: Sendable, Equatable {
    /// The share of the amount that is there, 0 … 1, and the bytes that came over the network. Answered by a byte: it
    /// goes on once that has come.
    case progress(Double, bytes: Int64)
    /// All of it is in the cache. Nothing follows.
    case loaded(bytes: Int64)
    /// Nothing follows.
    case failed(DownloadProblem)

    package var json: JSONValue {
        switch self {
        case .progress(let share, let bytes): .object(["progress": .number(share), "bytes": .integer(bytes)])
        case .loaded(let bytes): .object(["loaded": .integer(bytes)])
        case .failed(let problem): .object(["problem": problem.json])
        }
    }

    /// Nil for what is none.
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
    /// The longest beginning that is loaded ahead.
    package static let longestAhead = MediaTime.seconds(24 * 3600)

    /// Seconds as the wire has them; nil: nothing that could be loaded.
    package init?(ahead seconds: Double) {
        guard seconds > 0, seconds <= Self.longestAhead.inSeconds else { return nil }
        self.init(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
