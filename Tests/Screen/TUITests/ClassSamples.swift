import Cells
import ClassPanes
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TUI

/// A class as the screen receives it.
extension Samples {
    private static let teacher = ClassUser(id: "t", name: "张老师", role: .teacher)
    private static let mei = ClassUser(id: "m", name: "Mei")

    /// Returns a class at 0:10 with two slides, three people and a question.
    static func contents(_ others: [ClassEvent] = [], _ change: (inout ClassInfo) -> Void = { _ in }) -> ClassContents {
        var info = ClassInfo(playbackID: "algebra-7")
        info.title = "Linear algebra 7"
        info.majorPlayType = .slides
        change(&info)
        let key = PageKey(document: "d", page: 0)
        let pages = [ClassDocument.Page(text: "Linear maps\nA x = b"), ClassDocument.Page(text: "Kernel and image")]
        let survey = Survey(
            id: "q", question: "Is it injective?",
            options: [
                Survey.Option(key: "A", text: "yes", votes: 12, isCorrect: true),
                Survey.Option(key: "B", text: "no", votes: 4),
            ], responders: 16)
        let reply = Question.Reply(author: teacher, text: "It is closed under sums.")
        var events: [ClassEvent] = [
            ClassEvent(.zero, .users([mei, teacher, ClassUser(id: "l", name: "Li Wei")], total: 3)),
            ClassEvent(.zero, .presenter("t")),
            ClassEvent(.zero, .mediaUsers([MediaUser(id: "t", hasVideo: true, hasAudio: true)])),
            ClassEvent(.zero, .documentAdded(ClassDocument(id: "d", title: "Algebra", pages: pages))),
            ClassEvent(.zero, .pageShown(PageChange(key))),
            ClassEvent(.seconds(5), .survey(survey)), ClassEvent(.seconds(8), .surveyFinished),
            ClassEvent(
                .seconds(6),
                .questionReplied(Question(id: "x", author: mei, text: "Why is it a subspace?", replies: [reply]))),
            ClassEvent(.seconds(20), .pageShown(PageChange(PageKey(document: "d", page: 1)))),
        ]
        for number in 0..<100 {
            let author = number % 3 == 0 ? teacher : mei
            let text = number % 3 == 0 ? "yes, thank you @Mei" : "the sign is wrong in line \(number)?"
            events.append(
                ClassEvent(
                    .milliseconds(number * 150),
                    .message(
                        ChatMessage(id: "\(number)", time: .milliseconds(number * 150), author: author, text: text))))
        }
        return ClassContents(info: info, events: events + others)
    }

    /// Returns the part of a class that the screen receives at a position.
    static func roomView(
        _ contents: ClassContents = contents(), at position: MediaTime = .seconds(10), wish: ChatWish = ChatWish(),
        number: Int = 1
    ) -> ClassView {
        let (room, chat) = contents.loaded()
        var session = ClassSession(room, at: position)
        for slice in chat.messages.indices { session.insert(chat.messages[slice], into: slice) }
        var view = ClassView()
        view.number = number
        view.location = "/classes/algebra-7"
        view.snapshot = session.snapshot(phase: .entered)
        let area = view.snapshot.documents?.content.area
        if let change = area?.page {
            view.slide = SlideView(
                title: "Algebra", page: change.key.page + 1, count: 2, text: area?.text(of: change.key),
                content: .page(SlidePage(picture: "/slide.png")))
        }
        view.people = view.snapshot.users?.content.rows ?? []
        view.questions = view.snapshot.questions?.content.elements ?? []
        view.moments = session.room.moments
        view.momentIndex = session.room.moments.index(at: position)
        var wish = wish
        wish.count = 40
        if wish.query == ChatQuery() {
            view.chat = ChatWindow(of: session.chat, at: position, wish)
        } else {
            var search = ChatSearch(wish.query, in: session.chat.index, from: position)
            while let slice = search.wanted { search.read(session.chat.messages(of: slice) ?? []) }
            view.chat = ChatWindow(of: search, in: session.chat, at: position, wish)
        }
        return view
    }

    /// Returns the class on the screen, with the bar shown.
    static func inClass(_ columns: Int, _ rows: Int, _ view: ClassView = roomView()) -> AppState {
        var state = playing(columns, rows)
        _ = reduce(&state, .room(view), now: now)
        return state
    }
}

extension AppState {
    var isWriting: Bool { room?.isWriting ?? false }
}
