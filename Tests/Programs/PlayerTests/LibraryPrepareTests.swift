import Cells
import Foundation
import Processes
import TestSupport
import Testing

extension RealTime {
    @Suite("Preparing a library")
    struct LibraryPrepareTests {
        /// - Parameter film: the path of a film of 540 rows and five seconds.
        private func library(_ film: String = Fixtures.path("large.mp4")) throws -> URL {
            let folder = try BuiltProgram.temporaryFolder()
            let films = folder.appendingPathComponent("Films")
            try FileManager.default.createDirectory(at: films, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: film, toPath: films.appendingPathComponent("flower.mp4").path)
            return folder
        }

        private func prepare(_ words: String..., limit: String? = nil) throws -> BuiltProgram.Outcome {
            let program = BuiltProgram.path("tvplay")
            let environment = ["LANG": "C.UTF-8", "HOME": "/nonexistent"]
            guard let limit else {
                return try BuiltProgram.run(program, ["library", "prepare"] + words, environment: environment)
            }
            return try BuiltProgram.run(
                "/bin/bash", ["-c", limit + #"; exec "$0" "$@""#, program, "library", "prepare"] + words,
                environment: environment)
        }

        private func names(_ folder: URL) -> [String] {
            let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return found.filter { $0.contains(".tvplay/") }.sorted()
        }

        @Test(
            "large films are prepared, small ones skipped, broken ones reported, --list only lists, and --remove removes everything"
        )
        func folder() throws {
            let folder = try library()
            defer { BuiltProgram.remove(folder) }
            for (name, file) in [("small.mp4", "counter.mp4"), ("a broken.mp4", "text.mp4"), ("song.mp3", "cover.mp3")]
            {
                try FileManager.default.copyItem(
                    atPath: Fixtures.path(file), toPath: folder.appendingPathComponent(name).path)
            }
            let list = try prepare("--list", folder.path)
            expect(list.status, is: 3)
            #expect(list.output.contains("/Films/flower.mp4: to be prepared\n"), "\(list.output)")
            #expect(list.output.contains("/small.mp4: already small\n"))
            #expect(list.output.contains("/song.mp3: no video\n"))
            #expect(list.errors.contains("/a broken.mp4: "))
            expect(names(folder), is: [])

            let made = try prepare(folder.path)
            expect(made.status, is: 3)
            #expect(made.output.contains("/Films/flower.mp4 (1 of 1): preparing\n"), "\(made.output)")
            #expect(made.output.contains("/Films/flower.mp4: prepared, "))
            #expect(made.output.contains("1 film prepared, 1 is already small, 1 without video, 1 failed.\n"))
            #expect(made.errors.contains("/a broken.mp4: "))
            let prefix = "Films/.tvplay/flower.mp4"
            let files = ["240p.m3u8", "240p.mp4", "film.m3u8", "prepared.json"].map { prefix + "/" + $0 }
            expect(names(folder), is: [prefix] + files)
            #expect(try prepare("--list", folder.path).output.contains("/Films/flower.mp4: ready, "))
            // Other players can read the manifest.
            let probe = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["probe", folder.path + "/" + prefix + "/film.m3u8"],
                environment: ["LANG": "C.UTF-8"])
            #expect(
                probe.output.contains("container: HLS") && probe.output.contains("duration: 00:05"), "\(probe.output)")
            #expect(probe.output.contains("240p 426x240"))

            // The renditions of a deleted film are removed, too.
            try FileManager.default.removeItem(at: folder.appendingPathComponent("Films/flower.mp4"))
            let removed = try prepare("--remove", folder.path)
            expect(removed.status, is: 0)
            #expect(removed.output.hasPrefix("Removed the copies of 1 film, "), "\(removed.output)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/Films/.tvplay"))
        }

        @Test("a full disk or an invalid folder is reported, ends the run and leaves no partial file")
        func full() throws {
            let folder = try library()
            defer { BuiltProgram.remove(folder) }
            // Eight blocks of 1024 bytes. The signal would end the program.
            let outcome = try prepare(folder.path, limit: "trap '' XFSZ; ulimit -f 8")
            expect(outcome.status, is: 2, "\(outcome.output) \(outcome.errors)")
            #expect(outcome.errors.contains("The disk is full: "), "\(outcome.errors)")
            expect(names(folder), is: [])
            try Data().write(to: folder.appendingPathComponent("Films/.tvplay"))
            let other = try prepare(folder.path)
            expect(other.status, is: 2)
            #expect(other.errors.contains("Not a directory"), "\(other.errors)")
            let gone = try prepare(folder.path + "/gone")
            #expect(gone.status == 2 && gone.errors.contains("No such file or directory"), "\(gone.errors)")
        }

        @Test("a run killed during a film leaves no playable rendition, and the next run completes it")
        func killed() throws {
            let folder = try BuiltProgram.temporaryFolder()
            defer { BuiltProgram.remove(folder) }
            try FileManager.default.copyItem(
                atPath: Fixtures.path("film.mp4"), toPath: folder.appendingPathComponent("film.mp4").path)
            let part = folder.path + "/.tvplay/film.mp4/240p.mp4.part"
            let script = #"""
                "$0" "$@" & child=$!
                while [ "$(stat -c %s "$PART" 2>/dev/null || echo 0)" -lt 20000 ]; do
                    kill -0 $child || exit 9; sleep 0.02
                done
                kill -KILL $child; wait $child; test $? = 137
                """#
            let outcome = try BuiltProgram.run(
                "/bin/bash", ["-c", script, BuiltProgram.path("tvplay"), "library", "prepare", folder.path],
                environment: ["LANG": "C.UTF-8", "HOME": "/nonexistent", "PART": part])
            expect(outcome.status, is: 0, "\(outcome.output) \(outcome.errors)")
            #expect(names(folder).contains(".tvplay/film.mp4/240p.mp4.part"))
            #expect(!names(folder).contains(".tvplay/film.mp4/prepared.json"))
            let list = try prepare("--list", folder.path)
            #expect(list.output.contains("/film.mp4: to be prepared, "), "\(list.output)")
            #expect(list.output.contains(" % done\n"), "\(list.output)")
            let second = try prepare(folder.path)
            expect(second.status, is: 0, "\(second.errors)")
            #expect(names(folder).contains(".tvplay/film.mp4/prepared.json"))
            #expect(!names(folder).contains { $0.hasSuffix(".part") })
        }

        /// Returns the number of rows of the decoded pictures.
        private func rows(
            _ arguments: [String], columns: Int, rows: Int, home: URL, until place: Double? = nil
        ) throws -> Int {
            let name = "@tvplay-test-" + UUID().uuidString
            let run = try PlayerRun(
                ["--input-ipc-server=" + name, "--control-bar=never", "--loop-file=inf"] + arguments, columns: columns,
                rows: rows,
                environment: ["HOME": home.path])
            try run.wait(for: "a picture") { screen in screen.cells.contains { $0.background.rawValue >> 24 == 0 } }
            let client = try SocketClient(name)
            let height = try #require(try client.get("height") as? Int)
            if let place {
                try run.wait(for: "the place \(place)") { _ in
                    ((try? client.get("time-pos")) as? Double ?? 0) >= place
                }
            }
            try run.quit()
            return height
        }

        @Test(
            "a small terminal plays the small rendition and a large one the film, positions are shared, and home lists the film only"
        )
        func playing() throws { try play(Fixtures.path("large.mp4")) }

        @Test(
            "a real film plays in its renditions, too",
            .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
        func playingARealFilm() throws { try play(SharedMedia.path("video/flower_540p2997_h264_aac.mp4")) }

        private func play(_ film: String) throws {
            let folder = try library(film)
            let home = try BuiltProgram.temporaryFolder()
            defer {
                BuiltProgram.remove(folder)
                BuiltProgram.remove(home)
            }
            try expect(prepare(folder.path).status, is: 0)
            let path = folder.path + "/Films/flower.mp4"
            try expect(rows(["--no-resume", path], columns: 80, rows: 24, home: home), is: 240)
            try expect(rows(["--no-resume", path], columns: 160, rows: 45, home: home), is: 240)
            try expect(rows(["--no-resume", path], columns: 600, rows: 200, home: home), is: 540)
            try expect(rows(["--no-resume", "--definition=540p", path], columns: 80, rows: 24, home: home), is: 540)
            try expect(rows(["--no-resume", "--fetch-full-size", path], columns: 80, rows: 24, home: home), is: 540)
            // From a folder, as part of a list.
            try expect(rows(["--no-resume", folder.path + "/Films"], columns: 80, rows: 24, home: home), is: 240)

            // Left in the rendition, resumed in the film.
            let resume = ["--resume-ignore-tail=0", path]
            try expect(rows(resume, columns: 80, rows: 24, home: home, until: 2), is: 240)
            let name = "@tvplay-test-" + UUID().uuidString
            let run = try PlayerRun(
                ["--input-ipc-server=" + name, "--fetch-full-size", "--pause"] + resume, columns: 80, rows: 24,
                environment: ["HOME": home.path])
            let client = try SocketClient(name)
            try run.wait(for: "where it was left") { _ in ((try? client.get("time-pos")) as? Double ?? 0) >= 1.9 }
            #expect(try client.get("height") as? Int == 540)
            try run.quit()

            let browse = try PlayerRun(
                ["--library=" + folder.path], columns: 100, rows: 30, environment: ["HOME": home.path])
            try browse.wait(for: "one film") { $0.text.contains("Continue watching") && $0.text.contains("flower.mp4") }
            #expect(!browse.screen.text.contains("240p") && !browse.screen.text.contains(".tvplay"))
            try browse.quit()
        }
    }
}
