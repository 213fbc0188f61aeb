import DownloadClient
import DownloadModel
import Downloads
import Encoding

/// JSON-RPC 2.0, section 5.1.
struct RPCError: Error, Sendable, Equatable {
    let code: Int64
    let message: String
    var data: JSONValue?

    static let notJSON = RPCError(code: -32700, message: "Parse error")
    static let invalidRequest = RPCError(code: -32600, message: "Invalid Request")
    static func noMethod(_ name: String) -> RPCError { RPCError(code: -32601, message: "Method not found: \(name)") }
    static func parameters(_ words: String) -> RPCError {
        RPCError(code: -32602, message: "Invalid params: \(words)")
    }
    static let tooLarge = RPCError(code: -32603, message: "the answer is too large: ask for less")

    /// aria2 uses this number for all problems.
    static func problem(_ problem: DownloadProblem) -> RPCError {
        let words = problem.detail.isEmpty ? problem.code.rawValue : "\(problem.code.rawValue): \(problem.detail)"
        return RPCError(
            code: 1, message: words,
            data: problem.json)
    }

    var value: JSONValue {
        .object(["code": .integer(code), "message": .string(message), "data": data])
    }
}

enum RPCMessage: Sendable, Equatable {
    enum Request: Sendable, Equatable {
        /// The ID is `nil` for a notification, which has no answer.
        case call(id: JSONValue?, method: String, parameters: JSONValue)
        case wrong(id: JSONValue, RPCError)
    }

    case one(Request)
    case batch([Request])

    static let batchLimit = 1000

    init(_ line: [UInt8]) {
        let value: JSONValue
        do throws(JSONValue.Problem) { value = try JSONValue(document: line) } catch {
            self = .one(.wrong(id: .null, .notJSON))
            return
        }
        guard let items = value.items else {
            self = .one(Self.request(value))
            return
        }
        guard (1...Self.batchLimit).contains(items.count) else {
            self = .one(.wrong(id: .null, .invalidRequest))
            return
        }
        self = .batch(items.map(Self.request))
    }

    private static func request(_ value: JSONValue) -> Request {
        let given = value.members?.last { $0.name == "id" }?.value
        let isID =
            switch given {
            case nil, .null, .string, .integer, .number: true
            default: false
            }
        let id = isID ? given : .null
        let parameters = value["params"] ?? .list([])
        let hasParameters = parameters.items != nil || parameters.members != nil
        guard isID, value["jsonrpc"]?.text == "2.0", let method = value["method"]?.text, hasParameters else {
            return .wrong(id: id ?? .null, .invalidRequest)
        }
        return .call(id: id, method: method, parameters: parameters)
    }

    static func answer(_ id: JSONValue, _ result: Result<JSONValue, RPCError>) -> JSONValue {
        switch result {
        case .success(let value): .object(["jsonrpc": .string("2.0"), "id": id, "result": value])
        case .failure(let error): .object(["jsonrpc": .string("2.0"), "id": id, "error": error.value])
        }
    }

    static func notification(_ event: DownloadEvent, _ parameter: JSONValue) -> JSONValue {
        .object(["jsonrpc": .string("2.0"), "method": .string(event.rawValue), "params": .list([parameter])])
    }
}
