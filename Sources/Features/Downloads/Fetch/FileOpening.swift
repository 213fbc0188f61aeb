import PlayCore
import Transport

/// The response that identified an address as a file, with no bytes consumed. The fetcher continues with it instead of
/// a second request. It covers the first ``RangePlan/firstWindow`` bytes. Any thread.
final class FileOpening: Sendable {
    typealias Answer = (exchange: HTTPExchange, head: HTTPHead)

    private let answer: Monitor<Answer?>

    /// Unverified text.
    let fileName: String?
    /// In lower case.
    let contentType: String?

    init(_ exchange: HTTPExchange, _ head: HTTPHead) {
        answer = Monitor((exchange, head))
        (fileName, contentType) = (head.fileName, head.contentType)
    }

    /// Returns the response once. Releasing it unused ends its transfer.
    func claim() -> Answer? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }
}
