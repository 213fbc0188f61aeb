import Foundation
import PlayCore
import TestSupport
import Testing

/// Tests of the built program, nginx with expiring links (secure_link), and a catalogue that creates them.
@Suite(
    "Links that expire", .timeLimit(.minutes(10)),
    .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct ExpiringLinkTests {
    private static let locations = """
        location ~ ^/s/(?<signature>[^/]+)/(?<expires>[0-9]+)/(?<name>[a-z0-9.]+)$ {
            access_log ROOT/log;
            secure_link $signature,$expires;
            secure_link_md5 "$expires key";
            if ($secure_link = "") { return 403; }
            if ($secure_link = "0") { return 410; }
            alias ROOT/$name;
        }
        """

    private static func now() -> Int64 { WallTime.now.milliseconds / 1000 }

    /// Returns the path of a file that is available up to this second.
    private static func path(_ name: String, until expires: Int64) throws -> String {
        let outcome = try BuiltProgram.run(
            "/bin/sh",
            [
                "-c",
                "printf %s '\(expires) key' | openssl md5 -binary | openssl base64 | tr +/ -_ | tr -d =",
            ])
        return "/s/\(outcome.output.split(separator: "\n").joined())/\(expires)/\(name)"
    }

    /// A catalogue whose first link is valid for this many seconds, and all others for an hour.
    private final class Site {
        let nginx: NginxServer
        let catalogue: FaultServer
        let expires: Int64

        init(_ name: String, files: [String], life: Int64) throws {
            var contents: [String: [UInt8]] = [:]
            for file in files {
                let data = try #require(FileManager.default.contents(atPath: Fixtures.path(file)))
                contents[file.split(separator: "/").last.map(String.init) ?? file] = Array(data)
            }
            let nginx = try NginxServer(files: contents, locations: ExpiringLinkTests.locations)
            let expires = ExpiringLinkTests.now() + life
            let host = "http://127.0.0.1:\(nginx.port)"
            let first = host + (try ExpiringLinkTests.path(name, until: expires))
            let others = host + (try ExpiringLinkTests.path(name, until: expires + 3600))
            catalogue = try FaultServer { request in
                let address = request.number == 0 ? first : others
                return FaultReply(
                    200,
                    Array(
                        #"{"tvplay": 1, "videos": [{"id": "v", "definitions": [{"key": "low", "addresses": ["\#(address)"]}]}]}"#
                            .utf8))
            }
            (self.nginx, self.expires) = (nginx, expires)
        }

        /// The response statuses in order. nginx writes them a moment after the answer.
        var log: [String] {
            let data = FileManager.default.contents(atPath: nginx.folder.appendingPathComponent("root/log").path)
            return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").compactMap {
                $0.split(separator: "\"").dropFirst(2).first.map { String($0.prefix(4).dropFirst()) }
            }
        }

        func waitUntilExpired() {
            // nginx refuses requests from the second after the last valid one on.
            #expect(eventually { ExpiringLinkTests.now() > expires + 1 })
        }
    }

    @Test(
        "CFG-05, CFG-07: if a link expires during a pause, the catalogue renews it and the film resumes at its place"
    )
    func renewed() throws {
        let parts = ["low.m3u8"] + (0..<5).map { "low\($0).ts" }
        // A machine that is slow to show the first picture gets a longer link.
        for life in [4, 12, 36, 108] as [Int64] {
            let site = try Site("low.m3u8", files: parts.map { "streams/ts/" + $0 }, life: life)
            let run = try PlayerRun(
                [
                    "--no-resume", "--keep-open", "--pause", "--start=1", "--buffer-method=none", "--buffer-max=1",
                    site.catalogue.text("/all.tvplay.json"),
                ], environment: ["no_proxy": "127.0.0.1"])
            let start = try run.waitForPicture()
            guard site.catalogue.requests.count == 1, Self.now() < site.expires else {
                try run.quit()
                continue
            }
            site.waitUntilExpired()
            run.type(" ")
            var least = Int.max
            try run.wait(for: "the end") { screen in
                if let number = screen.counter { least = min(least, number) }
                return screen.counter == 249
            }
            try run.quit()
            #expect(least >= start)
            expect(run.errors, is: "")
            expect(site.catalogue.requests.count, is: 2)
            #expect(site.log.contains("410"), "\(site.log)")
            expect(site.log.last, is: "200", "\(site.log)")
            return
        }
        Issue.record("no picture within the time of any link")
    }
}
