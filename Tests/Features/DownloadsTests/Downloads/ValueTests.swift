import ByteCaches
import PlayCore
import TestSupport
import Testing

@testable import Downloads

struct ValueTests {
    @Test("DL-23: the measured speed falls to zero when no bytes arrive")
    func fading() {
        var speed = TransferSpeed()
        for step in 0..<40 { speed.add(100_000, at: .milliseconds(step * 100)) }
        let full = speed.bytesPerSecond(at: .milliseconds(3900))
        #expect((900_000...1_100_000).contains(full))
        let later = speed.bytesPerSecond(at: .milliseconds(5500))
        #expect(later > 0)
        #expect(later < full * 2 / 3)
        expect(speed.bytesPerSecond(at: .milliseconds(7000)), is: 0)
    }

    @Test("a speed limit passes bytes at its rate, and lifting it cancels earlier waits")
    func bucket() {
        var bucket = SpeedBucket(rate: 1000)
        var now = HostTime.seconds(10)
        for _ in 0..<10 { now = bucket.reserve(1000, at: now) }
        #expect(now >= .milliseconds(19_800))
        #expect(now <= .seconds(20))
        bucket.setRate(nil)
        expect(bucket.reserve(1 << 30, at: now), is: now)
    }

    @Test(
        "file names from outside lose characters that harm a file system, a shell or a display",
        arguments: [
            ("../../etc/passwd", "_.._etc_passwd"), (".hidden", "hidden"), ("a\u{1B}[31mb\u{202E}c\n", "a[31mbc"),
            ("..", "video"), ("", "video"), ("a/b:c*d", "a_b_c_d"), ("  x . ", "x"), ("日本語 film", "日本語 film"),
        ])
    func names(_ text: String, _ name: String) { expect(SafeFileName.make(text), is: name) }

    @Test("long file names are cut between characters to a number of bytes")
    func longNames() {
        let name = SafeFileName.make(String(repeating: "👨‍👩‍👧‍👦", count: 30) + "e")
        #expect(name.utf8.count <= SafeFileName.limit)
        #expect(name.utf8.count > SafeFileName.limit - 26)
        // The extension is kept, so that a film is still recognised as one.
        let film = SafeFileName.make(String(repeating: "影", count: 110) + ".mp4")
        #expect(film.hasSuffix("影.mp4") && (198...200).contains(film.utf8.count))
        expect(SafeFileName.make(String(repeating: "a", count: 300) + ".tar.gz").hasSuffix("a.tar.gz"), is: false)
        #expect(SafeFileName.make(String(repeating: "a", count: 300) + ".gz").hasSuffix("aa.gz"))
        #expect(SafeFileName.make(String(repeating: "a", count: 300) + ". b").hasSuffix("aaa"))
        expect(SafeFileName.path("a/../b/./c d"), is: "a/b/c d")
        expect(SafeFileName.unique("f.mp4") { ["f.mp4", "f (2).mp4"].contains($0) }, is: "f (3).mp4")
    }

    @Test("slashes of a name template make folders, and values are inserted as they are")
    func templates() {
        let values = NameTemplate.Values(title: "A/B {id}", definition: "720p", id: "x7", date: "2026-11-22")
        expect(NameTemplate("{date}/{title} [{definition}]").name(values), is: "2026-11-22/A_B {id} [720p]")
        expect(NameTemplate("../{title}").name(values), is: "A_B {id}")
    }

    @Test("ranges of connections never overlap, cover the whole file, start at blocks, and shrink to the end")
    func plan() {
        var random = SeededGenerator(seed: 5)
        let length: Int64 = 200 << 20 + 12_345
        var plan = RangePlan(length: length, done: SpanSet([5 << 20..<9 << 20]))
        var held: [Range<Int64>] = []
        var seen = SpanSet([5 << 20..<9 << 20])
        var last: Int64 = .max
        while !plan.isComplete {
            if held.count < 4, let span = plan.nextSpan(lanes: 4) {
                #expect(seen.spans(in: span).isEmpty)
                expect(span.lowerBound % PartFile.block, is: 0)
                seen.insert(span)
                held.append(span)
                last = min(last, Int64(span.count))
            } else {
                plan.finish(held.remove(at: Int.random(in: held.indices, using: &random)))
            }
        }
        #expect(seen.contains(0..<length))
        #expect(last <= PartFile.block)
        // A range that a connection has released is assigned again.
        var other = RangePlan(length: 3 << 20, done: SpanSet())
        let first = other.nextSpan(lanes: 1)
        if let first { other.release(first) }
        expect(other.nextSpan(lanes: 1), is: first)
    }

    @Test("a journal is read up to its first torn line")
    func journal() throws {
        let head = JournalHead(validator: CacheValidator(entityTag: "\"a\"", lastModified: nil, length: 100))
        var bytes = [SpanJournal.title, SpanJournal.line(head), SpanJournal.line(boot: "b")].flatMap(SpanJournal.closed)
        bytes += SpanJournal.closed(SpanJournal.line(0..<10, hash: 7))
        let whole = bytes
        let next = SpanJournal.closed(SpanJournal.line(10..<20, hash: 8))
        for cut in 0...next.count {
            let journal = try #require(SpanJournal(whole + next.prefix(cut)))
            expect(journal.head, is: head)
            expect(journal.entries.count, is: (cut == next.count ? 2 : 1))
        }
        var damaged = whole + next
        damaged[whole.count + 2] ^= 1
        expect(SpanJournal(damaged)?.entries.map(\.span), is: [0..<10])
        expect(SpanJournal(Array("nonsense\n".utf8)), is: nil)
    }
}
