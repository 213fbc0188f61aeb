import Classes
import Encoding
import PlayCore
import XML

struct RawPolls {
    private var open: Survey?
    private var responders: Set<String> = []
    private var end: MediaTime?

    mutating func start(_ survey: Survey, _ time: MediaTime, _ collector: inout ImportCollector) {
        closeResult(before: time, &collector)
        open = survey
        responders = []
        collector.add(ClassEvent(time, .survey(survey)))
    }

    mutating func answer(_ id: String, _ option: String, user: String) {
        guard var survey = open, survey.id == id, let index = survey.options.firstIndex(where: { $0.key == option })
        else { return }
        responders.insert(user)
        survey.options[index].votes = (survey.options[index].votes ?? 0) + 1
        open = survey
    }

    mutating func publish(
        _ id: String, _ options: [Survey.Option], _ count: Int?, _ time: MediaTime, _ collector: inout ImportCollector
    ) {
        guard var survey = open, survey.id == id else { return }
        if !options.isEmpty { survey.options = options }
        survey.responders = count ?? responders.count
        collector.add(ClassEvent(time, .survey(survey)))
        end = time + PublishedPoll.shown
        open = nil
    }

    mutating func stop(_ id: String, _ time: MediaTime, _ collector: inout ImportCollector) {
        guard open?.id == id else { return }
        open = nil
        collector.add(ClassEvent(time, .surveyFinished))
    }

    mutating func finish(_ collector: inout ImportCollector) {
        if let end { collector.add(ClassEvent(end, .surveyFinished)) }
        end = nil
    }

    private mutating func closeResult(before time: MediaTime, _ collector: inout ImportCollector) {
        if let end, end < time { collector.add(ClassEvent(end, .surveyFinished)) }
        end = nil
    }

    static func resultText(_ json: String) -> String {
        options(json).map { "\($0.text): \($0.votes ?? 0)" }.joined(separator: "\n")
    }

    static func options(_ json: String) -> [Survey.Option] {
        do {
            return PublishedPoll.options(try JSONValue(document: Array(json.utf8)).items ?? [])
        } catch {
            return []
        }
    }
}

extension RawRecording {
    mutating func readPoll(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        guard let id = event.value("pollId") else { return }
        switch name {
        case "PollStartedRecordEvent":
            let options = RawPolls.options(event.value("answers") ?? "")
            polls.start(Survey(id: id, question: event.value("question") ?? "", options: options), time, &collector)
        case "UserRespondedToPollRecordEvent":
            polls.answer(id, event.value("answerId") ?? "", user: event.value("userId") ?? "")
        case "PollPublishedRecordEvent":
            let options = RawPolls.options(event.value("answers") ?? "")
            polls.publish(id, options, event.value("numResponders").flatMap { Int($0) }, time, &collector)
        case "PollStoppedRecordEvent": polls.stop(id, time, &collector)
        default: break
        }
    }
}
