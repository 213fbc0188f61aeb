import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

struct ReportReading: Sendable {
    let path: String?
    private(set) var entries: [ClassReport.Entry] = []
    private var bytes = 0

    init(path: String?) { self.path = path }

    /// Returns `false` if the page is damaged, exceeds the limit, or refers to itself as the next page.
    mutating func add(_ page: ReportPage) -> Bool {
        guard let lines = page.lines.lines, page.next == nil || !lines.isEmpty else { return false }
        bytes += page.lines.bytes
        entries += lines.compactMap { ClassReport.Entry(json: $0) }
        return bytes <= ReportPage.totalLimit
    }
}

extension LiveMachine {
    mutating func saveReport(_ path: String?, at now: HostTime) {
        guard stage == .inside, let room else { return tell(.failure(tr("No connection to the class"))) }
        guard report == nil else { return tell(.failure(tr("The results are already being read"))) }
        report = ReportReading(path: path)
        ask(ReportRequest(room: room.description), at: now)
    }

    private mutating func ask(_ request: ReportRequest, at now: HostTime) {
        guard let (id, stanza) = requests.request(.get, to: keeper, request.element, at: now) else {
            return reportFailed(tr("the class control does not respond"))
        }
        questions[id] = .report
        send(stanza)
    }

    mutating func receiveReport(_ answer: Result<XMLElement, RequestFailure>, at now: HostTime) {
        guard var reading = report, let room else { return }
        switch answer {
        case .success(let stanza):
            guard let page = stanza.children.lazy.compactMap({ ReportPage($0) }).first, reading.add(page) else {
                return reportFailed(tr("the class control sent data that tvplay cannot read"))
            }
            report = reading
            if let next = page.next { return ask(ReportRequest(room: room.description, after: next), at: now) }
            report = nil
            act(.saveReport(ClassReport(reading.entries), path: reading.path))
        case .failure(.refused(let error)):
            guard case .refused(let refusal) = ActAnswer(error: error) else {
                return reportFailed(Self.words(.refused(error)))
            }
            report = nil
            tell(.failure(refusal.words))
        case .failure(let failure): reportFailed(Self.words(failure))
        }
    }

    mutating func reportFailed(_ reason: String) {
        guard report != nil else { return }
        report = nil
        tell(.failure(tr("The results were not saved: %1", reason)))
    }
}
