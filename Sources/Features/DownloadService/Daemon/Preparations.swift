import DownloadClient
import Downloads
import Encoding
import PlayCore

/// ADV-76 … ADV-78: what clients want to know before they download: each question a thread that asks the network, its
/// answer an event for who asked. Any thread.
final class Preparations: Sendable {
    /// Questions at a time; who has more is refused.
    static let limit = 32

    struct Answer: Sendable {
        let ticket: String
        let result: Result<DownloadOffer, DownloadProblem>
    }

    private struct State: Sendable {
        var last = 0
        var asked: [String: CancelToken] = [:]
        var answers: [Answer] = []
    }

    private let preparation: DownloadPreparation
    private let onAnswer: @Sendable () -> Void
    private let state = Monitor(State())

    /// - Parameter onAnswer: any thread; ``takeAnswers()`` has something.
    init(_ preparation: DownloadPreparation, onAnswer: @escaping @Sendable () -> Void) {
        (self.preparation, self.onAnswer) = (preparation, onAnswer)
    }

    /// - Returns: what the answer is known by.
    func ask(_ request: DownloadRequest) throws(DownloadProblem) -> String {
        let (ticket, cancel) = try state.withLock { state throws(DownloadProblem) in
            guard state.asked.count < Self.limit else {
                throw DownloadProblem(.notPossible, detail: "\(Self.limit) are being prepared")
            }
            state.last += 1
            let cancel = CancelToken()
            state.asked["\(state.last)"] = cancel
            return ("\(state.last)", cancel)
        }
        WorkerThread(name: "dl-prepare") { [self] in
            let result: Result<DownloadOffer, DownloadProblem>
            do throws(DownloadProblem) {
                result = .success(try preparation.prepare(request, cancel: cancel))
            } catch {
                result = .failure(error)
            }
            state.withLock { state in
                // Nobody waits for it any more.
                guard state.asked.removeValue(forKey: ticket) != nil else { return }
                state.answers.append(Answer(ticket: ticket, result: result))
            }
            onAnswer()
        }.detach()
        return ticket
    }

    func takeAnswers() -> [Answer] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    /// ADV-80: all others are given up.
    func keep(only tickets: Set<String>) {
        let gone = state.withLock { state in
            let gone = state.asked.filter { !tickets.contains($0.key) }
            for ticket in gone.keys { state.asked[ticket] = nil }
            return Array(gone.values)
        }
        for cancel in gone { cancel.cancel() }
    }
}

extension Preparations.Answer {
    /// The event that tells it; the other side is ``DownloadControl/DownloadOfferRow``.
    var event: JSONValue {
        let problem: DownloadProblem? = if case .failure(let problem) = result { problem } else { nil }
        let offer: DownloadOffer? = if case .success(let offer) = result { offer } else { nil }
        return RPCMessage.notification(
            "tvplay.onPrepared",
            .object([
                "ticket": .string(ticket), "title": offer?.title.map(JSONValue.string),
                "definitions": offer.map { .list($0.definitions.map(Self.row)) },
                "size": offer?.size.map(JSONValue.integer), "errorCode": problem.map { .string($0.code.rawValue) },
                "errorNumber": problem.map { .integer($0.number) },
                "errorMessage": problem.map { .string($0.detail) },
            ]))
    }

    private static func row(_ definition: DefinitionInfo) -> JSONValue {
        .object([
            "key": .string(definition.definitionKey.rawValue), "name": .string(definition.definitionName),
            "width": definition.width > 0 ? .integer(Int64(definition.width)) : nil,
            "height": definition.height > 0 ? .integer(Int64(definition.height)) : nil,
            "bitRate": definition.bitRate.map { .integer(Int64($0)) },
        ])
    }
}
