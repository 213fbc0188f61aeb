import DownloadClient
import DownloadModel
import Downloads
import Encoding
import PlayCore

/// The clients' requests for offers, each on its own thread. The result is an event for the client. Any thread.
final class Preparations: Sendable {
    static let limit = 32

    private struct State: Sendable {
        var last = 0
        var asked: [String: CancelToken] = [:]
        var answers: [DownloadPreparationResult] = []
    }

    private let preparation: DownloadPreparation
    private let onAnswer: @Sendable () -> Void
    private let state = Monitor(State())

    /// - Parameter onAnswer: called on any thread when ``collectAnswers()`` has a result.
    init(_ preparation: DownloadPreparation, onAnswer: @escaping @Sendable () -> Void) {
        (self.preparation, self.onAnswer) = (preparation, onAnswer)
    }

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
                // The request was cancelled meanwhile.
                guard state.asked.removeValue(forKey: ticket) != nil else { return }
                state.answers.append(DownloadPreparationResult(ticket: ticket, offer: result))
            }
            onAnswer()
        }.detach()
        return ticket
    }

    func collectAnswers() -> [DownloadPreparationResult] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    func keep(only tickets: Set<String>) {
        let gone = state.withLock { state in
            let gone = state.asked.filter { !tickets.contains($0.key) }
            for ticket in gone.keys { state.asked[ticket] = nil }
            return Array(gone.values)
        }
        for cancel in gone { cancel.cancel() }
    }
}
