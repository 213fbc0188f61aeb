import Addresses
import DownloadModel
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// Streams that are joined to one file, by a joiner that concatenates their segments.
struct JoinedStreamTests {
    /// A joiner that stands in for the joining program, without FFmpeg.
    private final class Joiner: StreamJoining {
        let plans = Monitor<[JoinPlan]>([])
        let answer: JoinNews
        /// Whether joining ends only when it is cancelled.
        let hangs: Bool

        init(_ answer: JoinNews = .done(isMP4: true), hangs: Bool = false) {
            (self.answer, self.hangs) = (answer, hangs)
        }

        func join(
            planAt path: String, cancel: CancelToken, progress: @escaping @Sendable (Double) -> Void
        ) -> JoinNews? {
            guard let bytes = FileManager.default.contents(atPath: path),
                let plan = (try? JSONValue(document: Array(bytes))).flatMap({ JoinPlan($0) })
            else { return .failed(DownloadProblem(.unreadable)) }
            plans.update { $0.append(plan) }
            progress(0.5)
            if hangs {
                let end = Monitor(())
                let registration = cancel.onCancel { end.notify() }
                defer { withExtendedLifetime(registration) {} }
                _ = end.wait { _ in cancel.isCancelled ? () : nil }
                return nil
            }
            let folder = Disk.folder(of: plan.index) + "/main"
            var whole = Data()
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
                whole += FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            }
            _ = FileManager.default.createFile(atPath: plan.output, contents: whole)
            return answer
        }
    }

    private static let list = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXTINF:4.0,
        s0.ts
        #EXTINF:4.0,
        s1.ts
        #EXT-X-ENDLIST
        """

    private func server(texts: Bool = false, codecs: String = "avc1.4d401f,mp4a.40.2") throws -> FaultServer {
        try FaultServer { request in
            let body: String
            switch request.path {
            case "/film/master.m3u8":
                let text = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"E\",LANGUAGE=\"en\",URI=\"text.m3u8\"\n"
                body =
                    "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"chapters.json\"\n"
                    + (texts ? text : "")
                    + "#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"\(codecs)\"\(texts ? ",SUBTITLES=\"s\"" : "")\nlist.m3u8\n"
            case "/film/list.m3u8": body = Self.list
            case "/film/text.m3u8": body = Self.list.replacing(".ts", with: ".vtt")
            case "/film/chapters.json": return FaultReply(404)
            default: body = String(repeating: request.path + "\n", count: 50)
            }
            return .file(Array(body.utf8), for: request)
        }
    }

    private var film: [UInt8] {
        Array((String(repeating: "/film/s0.ts\n", count: 50) + String(repeating: "/film/s1.ts\n", count: 50)).utf8)
    }

    private func names(_ bench: DownloadBench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.folder).sorted()
    }

    @Test("DL-10: a stream becomes one file under its chosen name, and no segment is left")
    func joined() throws {
        let (server, bench, joiner) = (try server(), try DownloadBench(), Joiner())
        let id = try bench.open(joiner: joiner).add(bench.request(server.address("/film/master.m3u8")))
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        // Many manifests are called "master", so the file is named after their folder.
        expect(item.files, is: [DownloadFile(name: "film.mp4", role: .video, size: Int64(film.count))])
        try expect(names(bench), is: ["film.mp4"])
        #expect(bench.has("film.mp4", film) as Bool)
        #expect(item.totalSize == Int64(film.count) && item.doneSize == Int64(film.count))
        let plan = try #require(joiner.plans.withLock { $0.first })
        #expect(plan.prefersMP4 && plan.index == bench.folder + "/film.mp4.tvpart/index.m3u8")
        // The files are the same after a restart.
        bench.close()
        try expect(bench.open(joiner: joiner).status(of: id)?.status.item.files, is: item.files)
    }

    @Test(
        "a stream becomes Matroska where MP4 cannot hold it, and the extension follows the joined file"
    )
    func endings() throws {
        for (texts, codecs, answer, name) in [
            (true, "avc1.4d401f", JoinNews.done(isMP4: false), "film.mkv"),
            (false, "vp09.00.10.08", .done(isMP4: false), "film.mkv"),
            (false, "avc1.4d401f", .done(isMP4: false), "film.mkv"),
            (false, "mp4a.40.2", .done(isMP4: true), "film.m4a"),
        ] {
            let (server, bench) = (try server(texts: texts, codecs: codecs), try DownloadBench())
            let id = try bench.open(joiner: Joiner(answer)).add(bench.request(server.address("/film/master.m3u8")))
            let item = try #require(bench.finished(id)).item
            expect(item.files.map(\.name), is: [name], "\(codecs)")
        }
    }

    @Test("joining reports its progress, and resumes after a restart without a request to the server")
    func interrupted() throws {
        let (server, bench, slow) = (try server(), try DownloadBench(), Joiner(hangs: true))
        let id = try bench.open(joiner: slow).add(bench.request(server.address("/film/master.m3u8")))
        let status = try #require(bench.wait(id) { $0.activity.joined == 0.5 })
        expect(status.phase, is: .joining)
        var joining = DownloadRecord(id: id, label: .downloading, reference: "")
        joining.activity = status.activity
        expect(DownloadWords.state(joining), is: "joining 50%")
        bench.close()
        try expect(names(bench), is: ["film.mp4.tvpart"])
        let before = server.requests.count
        try bench.open(joiner: Joiner())
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done)
        #expect(bench.has("film.mp4", film) as Bool)
        try expect(names(bench), is: ["film.mp4"])
        expect(server.requests.count, is: before)
    }

    @Test("an incomplete join fails and keeps the segments; a stream that fits no file stays a playable folder")
    func failures() throws {
        let (server, bench) = (try server(), try DownloadBench())
        let short = Joiner(.failed(DownloadProblem(.incomplete, detail: "3 of 8 seconds")))
        let id = try bench.open(joiner: short).add(bench.request(server.address("/film/master.m3u8")))
        let item = try #require(bench.finished(id)).item
        #expect(item.label == .failed && item.problem?.code == .incomplete)
        try expect(names(bench), is: ["film.mp4.tvpart"])
        bench.close()
        let manager = try bench.open(joiner: Joiner(.unfit("two sizes")))
        try manager.resume(id)
        let folder = try #require(bench.finished(id)).item
        #expect(folder.label == .done && !folder.joins)
        expect(folder.files.map(\.name), is: ["film/index.m3u8"])
        try expect(names(bench), is: ["film"])
        #expect(bench.contents("film/main/00001.ts") != nil)
        #expect(bench.contents("film/joined") == nil && bench.contents("film/join.plan") == nil)
    }

    @Test("a stream stays a folder if its segments are wanted or if it is encrypted")
    func kept() throws {
        let (server, bench) = (try server(), try DownloadBench())
        let manager = try bench.open(joiner: Joiner())
        let kept = try manager.add(
            bench.request(server.address("/film/master.m3u8")) { $0.wishes.keepsSegments = true })
        expect(bench.finished(kept)?.item.files.map(\.name), is: ["film/index.m3u8"])
        let secure = try manager.add(bench.request(server.address("/film/master.m3u8?s")) { $0.mode = .secure })
        expect(bench.finished(secure)?.item.files.first?.name.hasSuffix("/index.m3u8"), is: true)
        bench.close()
        // The wishes survive the process.
        try expect(bench.open(joiner: Joiner()).status(of: kept)?.status.item.wishes.keepsSegments, is: true)
    }

    @Test("removing a stream while it is joined removes its segments, too")
    func removed() throws {
        let (server, bench) = (try server(), try DownloadBench())
        let manager = try bench.open(joiner: Joiner(hangs: true))
        let id = try manager.add(bench.request(server.address("/film/master.m3u8")))
        _ = bench.wait(id) { $0.phase == .joining }
        try manager.remove(id)
        #expect(try eventually { try names(bench).isEmpty })
    }

    @Test("DL-08: the same address can be added a second time only in a folder that the user names")
    func folders() throws {
        let bench = try DownloadBench()
        let manager = try bench.open()
        var request = bench.request(try #require(Address("http://127.0.0.1:1/a.mp4"))) { $0.startsPaused = true }
        let first = try manager.add(request)
        request.folder = bench.root.path + "/other"
        #expect(throws: DownloadProblem(.duplicate, detail: first.text)) { try manager.add(request) }
        request.namesFolder = true
        let second = try manager.add(request)
        #expect(second != first)
        #expect(throws: DownloadProblem(.duplicate, detail: second.text)) { try manager.add(request) }
        try manager.remove(first)
        expect(manager.existing(request.identity), is: second)
    }
}
