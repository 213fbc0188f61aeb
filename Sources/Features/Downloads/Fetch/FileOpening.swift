import PlayCore
import Transport

/// The answer by which was learnt that an address is a file, with none of its bytes read: whoever fetches the file goes on
/// with it instead of asking a second time. Its request was for the first ``RangePlan/firstWindow`` bytes. Any thread.
final class FileOpening: Sendable {
    typealias Answer = (exchange: HTTPExchange, head: HTTPHead)

    private let answer: Monitor<Answer?>

    /// As the server calls it; unverified text.
    let fileName: String?
    /// As the server says, in lower case.
    let contentType: String?

    init(_ exchange: HTTPExchange, _ head: HTTPHead) {
        answer = Monitor((exchange, head))
        (fileName, contentType) = (head.fileName, head.contentType)
    }

    /// Once. What is taken and not used ends its transfer, as does an opening that nobody takes.
    func claim() -> Answer? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }
}
