import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// The server has a video for one viewer only.
@Suite("Signing in at PeerTube", .timeLimit(.minutes(10)))
struct SignInTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    /// The service, and a second server with the file of its video.
    private final class Site {
        let files: FaultServer
        let service: FaultServer

        init() throws {
            files = try FaultServer(file: SignInTests.film)
            let file = files.text("/360.mp4")
            service = try FaultServer { request in
                let isSignedIn = request["authorization"] == "Bearer t0ken-1"
                switch (request.method, request.path.replacing("/api/v1", with: "")) {
                case ("GET", "/config"): return .json(#"{"serverVersion": "6.0.0", "instance": {"name": "Test"}}"#)
                case ("GET", "/oauth-clients/local"):
                    return .json(#"{"client_id": "id", "client_secret": "secret"}"#)
                case ("POST", "/users/token"):
                    let form = String(decoding: request.body, as: UTF8.self)
                    guard form.contains("username=ada&password=s3cr3t%20word") else { return FaultReply(400) }
                    return .json(
                        #"{"access_token": "t0ken-1", "refresh_token": "t0ken-r", "expires_in": 86400}"#)
                case ("GET", "/videos/abc"):
                    guard isSignedIn else { return FaultReply(401) }
                    return .json(
                        #"{"uuid": "abc", "name": "For you", "privacy": {"id": 3}, "files": [{"fileUrl": "\#(file)", "resolution": {"id": 360}}]}"#
                    )
                case ("POST", "/videos/abc/token"): return .json(#"{"files": {"token": "f1le"}}"#)
                default: return FaultReply(404)
                }
            }
        }

        var signIns: Int { service.requests(for: "/api/v1/users/token").count }
        var user: String { "--peertube-user=ada@" + service.text("") }
    }

    /// - Parameter state: the folder in which the sign-in is kept.
    private func run(
        _ arguments: [String], _ state: URL, _ environment: [String: String] = [:], script: String? = nil
    ) throws -> PlayerRun {
        var variables: [String: String?] = ["no_proxy": "127.0.0.1", "XDG_STATE_HOME": state.path]
        for (name, value) in environment { variables[name] = value }
        return try PlayerRun(["--no-resume"] + arguments, environment: variables, script: script)
    }

    @Test(
        "CFG-04: the terminal asks for the password once without showing it, and the sign-in is private and sent to the account's server only"
    )
    func prompt() throws {
        let site = try Site()
        let state = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(state) }
        let address = site.service.text("/w/abc")
        let first = try run([site.user, address], state)
        try first.wait(for: "the question") { $0.text.contains("Password of ada at http://127.0.0.1") }
        #expect(site.service.requests.isEmpty, "nobody is asked before the viewer has answered")
        first.type("s3cr3t wrong\u{15}s3cr3t wordx\u{7F}\r")
        try first.wait(for: "a picture") { screen in
            #expect(!screen.text.contains("s3cr3t"))
            return (screen.counter ?? 0) > 0
        }
        try first.quit()
        let second = try run([site.user, address], state)
        try second.waitForPicture()
        try second.quit()
        expect(site.signIns, is: 1)
        expect(first.errors, is: "")
        expect(second.errors, is: "")
        #expect(site.files.requests.allSatisfy { $0["authorization"] == nil && $0.query == "videoFileToken=f1le" })
        let kept = state.appendingPathComponent("tvplay")
        let names = try FileManager.default.contentsOfDirectory(atPath: kept.path).filter { $0.hasPrefix("peertube-") }
        let path = kept.appendingPathComponent(try #require(names.first)).path
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        expect(names.count, is: 1)
        #expect(!text.contains("s3cr3t"))
    }

    @Test("CFG-04: Ctrl-C at the password question skips the sign-in, and a private video is refused")
    func noPassword() throws {
        let site = try Site()
        let state = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(state) }
        let run = try run([site.user, site.service.text("/w/abc")], state)
        try run.wait(for: "the question") { $0.text.contains("Password of ada") }
        run.type(Keys.control("c"))
        try run.wait(for: "the refusal") { $0.text.contains("Invalid or expired token") }
        run.type("q")
        try expect(run.waitForExit(), is: .code(2))
        expect(site.signIns, is: 0)
    }

    @Test(
        "CFG-04: the password comes from the command or the environment, and a file on another server does not use it",
        arguments: [true, false])
    func unattended(byCommand: Bool) throws {
        let site = try Site()
        let state = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(state) }
        let script = state.appendingPathComponent("password.sh")
        try Data("echo 's3cr3t word'\n".utf8).write(to: script)
        let options = byCommand ? ["--peertube-password-command=/bin/sh " + script.path] : []
        let environment = byCommand ? [:] : ["TVPLAY_PEERTUBE_PASSWORD": "s3cr3t word"]
        let run = try run(
            options + [site.user, "--end=0.2", "--log-file=" + state.path + "/log", site.service.text("/w/abc")], state,
            environment, script: "\"$0\" \"$@\" </dev/null | cat")
        try expect(run.waitForExit(), is: .code(0))
        #expect(run.errors.contains("playing the sound only"), "\(run.errors)")
        expect(site.signIns, is: 1, "\(run.errors)")
        let log = String(
            decoding: FileManager.default.contents(atPath: state.path + "/log") ?? Data(), as: UTF8.self)
        #expect(!log.contains("s3cr3t"))
        #expect(!log.contains("t0ken"))
        #expect(!run.errors.contains("s3cr3t"))
        let other = try self.run(
            [site.user, "--end=0.2", site.files.text("/w/other")], state.appendingPathComponent("new"),
            script: "\"$0\" \"$@\" </dev/null | cat")
        try expect(other.waitForExit(), is: .code(0))
        #expect(!other.screen.text.contains("Password"))
        expect(site.signIns, is: 1)
    }
}
