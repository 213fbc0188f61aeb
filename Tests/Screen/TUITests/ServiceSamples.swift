import Catalogue
import Cells
import PlayCore
import PlaybackModel
import TUI

/// The extras of a service: comments with answers, marks and an album.
extension Samples {
    /// 2026-11-22 10:00 UTC.
    static let wallTime: Int64 = 1_795_341_600

    static func comments(isChinese: Bool = false) -> CommentList {
        var first = CommentList.Comment(
            id: "1", author: isChinese ? "梅" : "Mei",
            text: isChinese
                ? "第二步的符号好像错了？请看十二分三十秒的板书。" : "Is the sign of the second step wrong? See the board at 12:30.",
            time: wallTime - 200)
        first.likeCount = 12
        first.isLiked = true
        var answer = CommentList.Comment(
            id: "2", author: isChinese ? "张老师" : "Ada", text: "You are right.\nIt is fixed in the notes.",
            time: wallTime - 100)
        (answer.depth, answer.likeCount) = (1, 0)
        var inner = CommentList.Comment(id: "3", author: "Mei", text: "Thank you!", time: wallTime - 30)
        (inner.depth, inner.likeCount) = (2, 1)
        var own = CommentList.Comment(id: "4", author: "Lin", text: "Which book is this?", time: wallTime - 7300)
        (own.isOwn, own.likeCount, own.unreadAnswers) = (true, 3, 2)
        var long = CommentList.Comment(
            id: "5", author: nil,
            text: (1...60).map { "Sentence \($0) of a text that is much longer than the view is high." }
                .joined(separator: " "), time: wallTime - 90_000)
        long.likeCount = 0
        let last = CommentList.Comment(id: "6", author: "Old hand", text: "First!", time: wallTime - 40_000_000)
        return CommentList(
            [first, answer, inner, own, long, last], total: 128, hasMore: true, phase: .read, readAt: wallTime)
    }

    static func album(_ count: Int = 40, current: Int? = 1, isChinese: Bool = false) -> AlbumState {
        let items = (1...count).map { number in
            AlbumState.Item(
                reference: "https://host.example/w/v\(number)",
                title: isChinese ? "第\(number)讲：线性代数" : "Lecture \(number): linear algebra",
                duration: number % 9 == 0 ? nil : .seconds(1800 + 61 * (number % 40)))
        }
        return AlbumState(title: isChinese ? "秋季学期" : "Autumn term", items: items, current: current)
    }

    static let marks = [
        CuePoint(time: .seconds(300), kind: .mark, title: "The question"),
        CuePoint(time: .seconds(600), kind: .mark, title: "Part 2"),
        CuePoint(time: .seconds(1000), kind: .advert, title: "Advert"),
        CuePoint(time: .seconds(1800), kind: .mark),
    ]

    static func services(isChinese: Bool = false) -> ServiceState {
        ServiceState(
            number: 1, marks: marks, comments: comments(isChinese: isChinese), album: album(isChinese: isChinese))
    }

    static func served(_ columns: Int = 100, _ rows: Int = 30, isChinese: Bool = false) -> AppState {
        var state = rich(columns, rows, isChinese: isChinese)
        state.apply(.services(services(isChinese: isChinese)))
        return state
    }
}
