import Classes
import Glibc
import PlayCore

/// Classes for measurements: forty people, a board of twenty pages, a chat.
enum BenchRoom {
    /// When events occur: all the time, or only at the beginning.
    enum Pace { case lively, still }

    /// - Parameter messages: the number of chat messages, spread over `duration`, or all at its beginning.
    static func contents(
        _ pace: Pace, duration: MediaTime, messages: Int, media: String? = nil
    ) -> ClassContents {
        var info = ClassInfo(playbackID: "bench")
        info.title = "A class to measure"
        info.duration = duration
        info.media = media.map { [ClassInfo.Media($0)] } ?? []
        info.majorPlayType = media == nil ? .slides : .video
        var events = beginning
        if pace == .lively { events += lively(seconds: Int(duration.wholeSeconds)) }
        for number in 0..<messages {
            let nanoseconds = duration.nanoseconds / Int64(max(1, messages)) * Int64(number)
            let time = pace == .lively ? MediaTime(nanoseconds: nanoseconds) : .zero
            events.append(ClassEvent(time, .message(message(number, time))))
        }
        return ClassContents(info: info, events: events)
    }

    static func message(_ number: Int, _ time: MediaTime) -> ChatMessage {
        ChatMessage(
            id: "\(number)", time: time, author: person(number % 40),
            text: "line \(number) of the chat, about as long as what people write in class, 有时也用中文")
    }

    private static func person(_ number: Int) -> ClassUser {
        ClassUser(id: "user \(number)", name: "Person \(number)", role: number == 0 ? .teacher : .student)
    }

    private static func page(_ number: Int) -> PageKey { PageKey(document: "board", page: number % 20) }

    private static var beginning: [ClassEvent] {
        let pages = (0..<20).map { ClassDocument.Page(width: 1600, height: 900, text: "Page \($0)") }
        return [
            ClassEvent(.zero, .users((0..<40).map(person), total: nil)), ClassEvent(.zero, .presenter("user 0")),
            ClassEvent(.zero, .mediaUsers([MediaUser(id: "user 0", hasVideo: true, hasAudio: true)])),
            ClassEvent(
                .zero, .documentAdded(ClassDocument(id: "board", kind: .whiteboard, title: "Board", pages: pages))),
            ClassEvent(.zero, .pageShown(PageChange(page(0)))),
        ]
    }

    /// Returns each second four moves of the pointer, a stroke, and a person who enters or leaves; each half minute
    /// another page.
    private static func lively(seconds: Int) -> [ClassEvent] {
        (0..<seconds).flatMap { second -> [ClassEvent] in
            let start = MediaTime.seconds(second)
            let place = Double(second % 50) / 50
            let stroke = (0..<8).map { BoardPoint(x: place, y: 0.1 + 0.1 * Double($0)) }
            var events = (0..<4).map { step in
                let point = BoardPoint(x: place, y: 0.2 + 0.2 * Double(step))
                return ClassEvent(start + .milliseconds(250 * step), .pointer(point))
            }
            events.append(
                ClassEvent(start, .shapeDrawn(Shape(id: "\(second)", on: page(second / 30), .pencil, stroke))))
            let guest = person(1 + second / 2 % 39)
            events.append(ClassEvent(start, second % 2 == 0 ? .usersLeft([guest.id]) : .usersEntered([guest])))
            if second % 30 == 29 { events.append(ClassEvent(start, .pageShown(PageChange(page(second / 30 + 1))))) }
            return events
        }
    }

    static func write(_ contents: ClassContents, to folder: String, media: Clip? = nil) throws {
        try ClassPackageWriter { path, bytes in
            if let slash = path.lastIndex(of: "/") { mkdir(folder + "/" + path[..<slash], 0o700) }
            guard let file = fopen(folder + "/" + path, "w") else {
                throw BenchError("\(folder)/\(path): \(String(cString: strerror(errno)))")
            }
            defer { fclose(file) }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
                throw BenchError("\(folder)/\(path): \(String(cString: strerror(errno)))")
            }
        }.write(contents)
        guard let media, let name = contents.info.media.first?.url else { return }
        try copy(media.path, to: folder + "/" + name)
    }

    /// Copies the file, because a link out of a package is not followed.
    private static func copy(_ source: String, to target: String) throws {
        let (from, to) = (open(source, O_RDONLY), creat(target, 0o600))
        defer {
            close(from)
            close(to)
        }
        guard from >= 0, to >= 0 else { throw BenchError("\(source): \(String(cString: strerror(errno)))") }
        while true {
            let count = sendfile(to, from, nil, 1 << 30)
            guard count >= 0 else { throw BenchError("\(target): \(String(cString: strerror(errno)))") }
            if count == 0 { return }
        }
    }
}
