import Classes
import Encoding
import PlayCore

struct PublishedPoll {
    /// The recording does not specify how long a result is shown.
    static let shown = MediaTime.seconds(30)

    private static let optionLimit = 500

    let time: MediaTime
    private let value: JSONValue

    init?(_ value: JSONValue) {
        guard let time = value["timestamp"]?.seconds else { return nil }
        self.time = time
        self.value = value
    }

    func survey(number: Int) -> Survey {
        Survey(
            id: "poll \(number)", question: value["question"]?.text ?? "",
            options: Self.options(value["answers"]?.items ?? []),
            responders: (value["responders"] ?? value["users"])?.whole.flatMap { Int(exactly: $0) })
    }

    /// Counts typed answers that differ only in case as one, as bbb-playback does.
    static func options(_ answers: [JSONValue]) -> [Survey.Option] {
        var options: [Survey.Option] = []
        for (index, answer) in answers.enumerated() {
            let text = (answer["key"]?.identifier ?? answer["text"]?.text ?? "").trimmed
            let votes = (answer["numVotes"] ?? answer["num_votes"])?.whole.flatMap { Int(exactly: $0) }
            if let known = options.firstIndex(where: { $0.text.lowercased() == text.lowercased() }) {
                let sum = (options[known].votes ?? 0).addingReportingOverflow(votes ?? 0)
                options[known].votes = sum.overflow ? .max : sum.partialValue
            } else if options.count < optionLimit {
                let key = answer["id"]?.identifier ?? "\(index)"
                options.append(Survey.Option(key: key, text: text, votes: votes))
            }
        }
        return options
    }
}
