import CPlatform
import Commands
import Encoding
import Foundation
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import RemoteControl

extension IPCTests {
    @Test("the socket is private to the user, replaces an abandoned one, and never replaces other files")
    func socket() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.appendingPathComponent("s").path
        let server = try IPCServer(path: path)
        var status = stat()
        expect(stat(path, &status), is: 0)
        expect(status.st_mode & 0o777, is: 0o600)
        #expect(throws: IPCError(path: path, reason: .inUse)) { try IPCServer(path: path) }
        server.close()
        #expect(stat(path, &status) != 0)
        // A socket file left behind by a killed program.
        CPlatform.close(try IPCSocket.listen(path))
        let second = try IPCServer(path: path)
        second.close()
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: IPCError(path: path, reason: .notASocket)) { try IPCServer(path: path) }
        let long = folder.path + "/" + String(repeating: "x", count: 120)
        #expect(throws: IPCError(path: long, reason: .tooLong)) { try IPCServer(path: long) }
        chmod(folder.path, 0o777)
        #expect(throws: IPCError(path: folder.path + "/t", reason: .unsafeFolder)) {
            try IPCServer(path: folder.path + "/t")
        }
    }

    @Test("several clients get their own answers and every event, and an endless line ends only its client")
    func clients() throws {
        let name = "@tvplay-test-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        let first = try IPCTestClient(name)
        let second = try IPCTestClient(name)
        first.send(#"{"command":["get_property","pause"],"request_id":1}"#)
        second.send(#"{"command":["get_property","duration"],"request_id":2}"#)
        func serve(until isDone: () -> Bool) {
            for _ in 0..<2000 where !isDone() {
                var polled = pollfd(fd: service.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, 10)
                service.wakeUp.clear()
                _ = service.serve(runner, at: .zero)
                first.read()
                second.read()
            }
        }
        serve { first.text.contains("request_id") && second.text.contains("request_id") }
        #expect(first.text.contains(#""data":false,"error":"success","request_id":1"#))
        #expect(second.text.contains(#""data":60,"error":"success","request_id":2"#))
        runner.properties.snapshot.isSeeking = true
        runner.properties.snapshot.seekCount = 1
        serve { first.text.contains("seek") && second.text.contains("seek") }
        #expect(first.text.contains(#"{"event":"seek"}"#))
        #expect(second.text.contains(#"{"event":"seek"}"#))
        first.flood()
        serve { first.isClosed }
        second.send(#"{"command":["get_property","mute"],"request_id":9}"#)
        serve { second.text.contains(#""request_id":9"#) }
        #expect(first.isClosed)
        #expect(second.text.contains(#""request_id":9"#))
    }

    @Test(
        "OBS-04: changes of several observed properties are reported together, at most once a frame, with the newest values"
    )
    func frames() throws {
        let name = "@tvplay-test-frames-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        runner.properties.snapshot.status = .paused
        runner.properties.snapshot.statistics.framesPerSecond = 25
        let client = try IPCTestClient(name)
        func serve(at time: Int, until isDone: () -> Bool = { true }) -> HostTime? {
            var next: HostTime?
            for _ in 0..<2000 {
                var polled = pollfd(fd: service.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, 1)
                service.wakeUp.clear()
                next = service.serve(runner, at: .milliseconds(time))
                client.read()
                if isDone() { break }
            }
            return next
        }
        func notices() -> [Substring] {
            client.text.split(separator: "\n").filter { $0.contains("property-change") }
        }
        for (id, name) in ["volume", "mute", "speed"].enumerated() {
            client.send("{\"command\":[\"observe_property\",\(id),\"\(name)\"]}")
        }
        _ = serve(at: 0) { notices().count == 3 }
        expect(serve(at: 100), is: nil)
        runner.properties.snapshot.volume = 10
        runner.properties.snapshot.isMuted = true
        _ = serve(at: 1000) { notices().count == 5 }
        expect(notices().count, is: 5)
        // Within the frame the changes wait, and the loop knows until when.
        runner.properties.snapshot.volume = 20
        runner.properties.snapshot.rate = PlaybackRate(2)
        expect(serve(at: 1010), is: .milliseconds(1040))
        runner.properties.snapshot.volume = 30
        expect(serve(at: 1030), is: .milliseconds(1040))
        client.read()
        expect(notices().count, is: 5)
        _ = serve(at: 1040) { notices().count == 7 }
        #expect(notices().suffix(2).contains { $0.contains(#""data":30"#) })
        #expect(!client.text.contains(#""data":20"#))
        expect(serve(at: 1200), is: nil)
    }

    /// Serves until the condition holds, as the player's loop does.
    func serve(_ service: IPCService, _ runner: FakeRunner, until isDone: () -> Bool) {
        _ = eventually {
            var polled = pollfd(fd: service.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, 10)
            service.wakeUp.clear()
            _ = service.serve(runner, at: .zero)
            return isDone()
        }
    }

    @Test("a client that half-closes its connection gets all answers, also of slow commands, and then the end")
    func halfClosed() throws {
        let name = "@tvplay-test-half-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        runner.isSlow = true
        let client = try IPCTestClient(name)
        client.send(#"{"command":["loadfile","a"],"request_id":1}"#)
        for id in 2...100 { client.send("{\"command\":[\"get_property\",\"pause\"],\"request_id\":\(id)}") }
        client.end(with: #"{"command":["get_property","duration"],"request_id":101}"#)
        serve(service, runner) { runner.commands.count == 1 }
        client.read()
        #expect(!client.isClosed)
        runner.finish(.success(.null))
        serve(service, runner) {
            client.read()
            return client.isClosed
        }
        #expect(client.isClosed)
        let answered = client.text.split(separator: "\n").filter { $0.contains("request_id") }
        expect(answered.count, is: 101)
        #expect(client.text.contains(#""data":60,"error":"success","request_id":101"#))
    }

    @Test("requests of a client that has disconnected are executed, even those behind an unread answer")
    func leftClient() throws {
        let name = "@tvplay-test-left-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        runner.isSlow = true
        try { () throws in
            let client = try IPCTestClient(name)
            client.send(#"{"command":["loadfile","a"]}"#)
            client.end(with: "set volume 3")
        }()
        serve(service, runner) { runner.commands.count == 1 }
        runner.finish(.success(.null))
        serve(service, runner) { runner.commands.count == 2 }
        expect(runner.commands.last?.command, is: .set("volume", .string("3")))
    }

    @Test("a client that never sends a request loses its place to a new one when all places are taken")
    func silentClients() throws {
        let name = "@tvplay-test-silent-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        func ask(_ client: IPCTestClient) -> Bool {
            client.send(#"{"command":["get_property","duration"],"request_id":7}"#)
            serve(service, runner) {
                client.read()
                return client.isClosed || client.text.contains(#""request_id":7"#)
            }
            return !client.isClosed
        }
        let asking = try IPCTestClient(name)
        #expect(ask(asking))
        let silent = try (1..<IPCServer.maximumClients).map { _ in try IPCTestClient(name) }
        let new = try IPCTestClient(name)
        #expect(ask(new))
        #expect(ask(asking))
        silent[0].read()
        #expect(silent[0].isClosed)
        #expect(ask(silent[silent.count - 1]))
    }

    @Test("OBS-07: a client that reads no answers is dropped without delaying other clients")
    func slowClient() throws {
        let name = "@tvplay-test-slow-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        runner.properties.snapshot.title = String(repeating: "x", count: 200_000)
        let slow = try IPCTestClient(name)
        var isDropped = false
        let limit = SystemClock().now + .seconds(300)
        while !isDropped, SystemClock().now < limit {
            isDropped = !slow.send(#"{"command":["get_property","media-title"]}"#)
            var polled = pollfd(fd: service.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            // The worker thread may have to wait for a processor.
            poll(&polled, 1, 1)
            service.wakeUp.clear()
            _ = service.serve(runner, at: .zero)
        }
        #expect(isDropped)
        let other = try IPCTestClient(name)
        other.send(#"{"command":["get_property","mute"],"request_id":9}"#)
        for _ in 0..<2000 where !other.text.contains("request_id") {
            var polled = pollfd(fd: service.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, 10)
            service.wakeUp.clear()
            _ = service.serve(runner, at: .zero)
            other.read()
        }
        #expect(other.text.contains(#""request_id":9"#))
    }
}
