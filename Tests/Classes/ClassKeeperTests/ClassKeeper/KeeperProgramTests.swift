import Addresses
import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Encoding
import Foundation
import PlayCore
import Processes
import Signalling
import Storage
import TestSupport
import Testing
import Transport

@Suite("tvplay-keeper", .serialized)
struct KeeperProgramTests {
    private static let program = RunningKeeper.program

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer {
            BuiltProgram.remove(folder)
        }
        try body(folder)
    }

    private func command(_ folder: URL, _ words: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            Self.program, words + ["--dir", folder.path + "/classes"], environment: ["LC_ALL": "C.UTF-8"])
    }

    private func attendee(
        _ link: String, _ name: String, _ folder: URL, resume: String? = nil, authority: String? = nil
    ) throws -> Attendee {
        try Attendee(
            try ticket(link, name, resume: resume),
            authorityFile: authority ?? folder.path + "/classes/prosody/server.pem")
    }

    private func ticket(_ link: String, _ name: String, resume: String? = nil) throws -> ClassTicket {
        let address = try #require(Address(link))
        let link = try #require(JoinLink(address))
        let client = JoinClient(try #require(HTTPClient(HTTPSettings(userAgent: "tvplay-test")), "libcurl is missing"))
        return try client.join(
            JoinRequest(.code(link.code, resume: resume), name: name), at: link.server, cancel: CancelToken())
    }

    private func patiently<Found>(_ find: () throws -> Found) -> Found? {
        var found: Found?
        _ = eventually {
            found = try? find()
            return found != nil
        }
        return found
    }

    @Test(
        "recordings are listed, closed, opened and deleted, and classes, codes, people, health and metrics can be read",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func administration() throws {
        try withFolder { folder in
            let running = try RunningKeeper(up: folder, try PortBlock(), ["--title", "Botany"])
            defer { running.end() }
            let link = try running.links[0]
            let teacher = try attendee(link, "Wang", folder).enter()
            try teacher.wish(.start(true))
            try teacher.wish(.record(true))
            #expect(teacher.wait { teacher.state.live.recordings.first } != nil)
            func list(_ words: String...) throws -> [JSONValue] {
                let outcome = try BuiltProgram.run(
                    Self.program, words + ["--json", "--dir", folder.path + "/classes"],
                    environment: ["LC_ALL": "C.UTF-8"])
                return try JSONValue(document: Array(outcome.output.utf8)).items ?? []
            }
            let recording = try #require(try list("recording", "list").first)
            let id = try #require(recording["id"]?.text)
            #expect(recording["class"]?.text == "class" && recording["title"]?.text == "Botany")
            #expect(recording["seconds"] == nil && recording["isClosed"] == .flag(false))
            let address = try #require(recording["address"]?.text)
            expect(address, is: teacher.state.live.recordings.first)
            func status(_ address: String) throws -> Int {
                var settings = HTTPSettings(userAgent: "tvplay/test")
                settings.retries = 0
                let client = try #require(HTTPClient(settings), "libcurl is missing")
                let request = HTTPRequest(try #require(Address(address)))
                return try client.begin(request, cancel: CancelToken()).head().status
            }
            try expect(status(address), is: 200)
            try expect(command(folder, "recording", "close", id).status, is: 0)
            try expect(status(address), is: 404)
            try expect(list("recording", "list").first?["isClosed"], is: .flag(true))
            try expect(command(folder, "recording", "open", id).status, is: 0)
            try expect(status(address), is: 200)
            // A running recording and a name that is no recording cannot be deleted.
            #expect(try command(folder, "recording", "delete", id).status != 0)
            for wrong in ["../prosody", "class-1", "."] {
                #expect(try command(folder, "recording", "delete", wrong).status != 0)
            }
            try teacher.wish(.record(false))
            #expect(teacher.wait { teacher.state.live.isRecording ? nil : () } != nil)
            try expect(command(folder, "recording", "delete", id).status, is: 0)
            #expect(try list("recording", "list", "class").isEmpty && status(address) == 404)

            try expect(list("class", "list").map { $0["title"]?.text }, is: ["Botany"])
            try expect(list("code", "list").count, is: 2)
            let anna = try attendee(try running.links[1], "Anna", folder).enter()
            #expect(teacher.wait { teacher.state.users.list[anna.id] } != nil)
            try teacher.wish(.banFromChat(ChatBanWish(user: anna.id, seconds: 600)))
            let people = try list("people", "class")
            expect(people.map { $0["name"]?.text }, is: ["Anna", "Wang"])
            #expect(people[0]["silentUntil"]?.integer ?? 0 > 0 && people[0]["isExcluded"] == .flag(false))
            let origin = try #require(link.components(separatedBy: "/c/").first)
            #expect(try status(origin + "/healthz") == 200 && status(origin + "/metrics") == 200)
        }
    }

    @Test(
        "bans are listed, a running keeper lifts removed ones, and the audit log has both",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func bans() throws {
        try withFolder { folder in
            let running = try RunningKeeper(up: folder, try PortBlock())
            defer { running.end() }
            let links = try running.links
            let teacher = try attendee(links[0], "Wang", folder).enter()
            let anna = try attendee(links[1], "Anna", folder).enter()
            let bert = try attendee(links[1], "Bert", folder).enter()
            #expect(teacher.wait { teacher.state.users.list[bert.id] } != nil)
            try teacher.wish(.banFromChat(ChatBanWish(user: anna.id, seconds: 600)))
            try teacher.wish(.expel(bert.id))
            let listed = try command(folder, "bans", "class").output.split(separator: "\n")
            expect(
                listed.map { $0.split(separator: "\t")[1...3].joined(separator: " ") },
                is: [
                    "\(anna.id) Anna chat", "\(bert.id) Bert class",
                ])
            #expect(try command(folder, "ban", "remove", "class", "nobody").errors.contains("no ban of \"nobody\""))
            try expect(command(folder, "ban", "remove", "class", anna.id).status, is: 0)
            try expect(command(folder, "ban", "remove", "class", bert.id).status, is: 0)
            #expect(try command(folder, "bans").output.isEmpty)
            #expect(teacher.wait { teacher.state.live.chatBans[anna.id] == nil ? () : nil } != nil)
            let again = try attendee(links[1], "Bert", folder, resume: bert.ticket.resume)
            expect(again.ticket.user.id, is: bert.id)
            #expect(again.knockUntilInside())
            let acts = try command(folder, "audit", "class").output.split(separator: "\n").map {
                $0.split(separator: "\t").dropFirst(3).map(String.init)
            }
            expect(
                acts.map { $0[2] },
                is: ["banned from the chat: 600 s", "banned from the class", "ban remove", "ban remove"])
            expect(acts.map { $0[4] }, is: ["Anna", "Bert", "Anna", "Bert"])
            expect(acts.map { $0[0] }, is: ["teacher", "teacher", "administrator", "administrator"])
        }
    }

    @Test(
        "up: the printed links lead into the class, which continues with the next event after a kill and a restart",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func up() throws {
        try withFolder { folder in
            let ports = try PortBlock()
            let running = try RunningKeeper(up: folder, ports, ["--title", "Botany"])
            let links = try running.links
            expect(links.count, is: 2)
            #expect(try running.text().contains("Class \"Botany\":"))
            let teacher = try attendee(links[0], "Wang", folder).enter()
            let anna = try attendee(links[1], "Anna", folder).enter()
            try teacher.wish(.start(true))
            try anna.wish(.requestToSpeak, id: "hand")
            try teacher.settle(number: anna.chain.number)
            let before = teacher.chain

            // The keeper is killed before it answers the wish, which is sent again afterwards.
            teacher.begin(.notice(PostedNotice(text: "first")), id: "n1")
            running.end(SIGKILL)
            let again = try RunningKeeper(up: folder, ports)
            defer { again.end() }
            try expect(again.links, is: links)
            let came = try attendee(links[0], "Wang", folder, resume: teacher.ticket.resume).enter()
            expect(came.ticket.user.id, is: teacher.id)
            guard case .done(let number) = try came.wish(.notice(PostedNotice(text: "first")), id: "n1") else {
                Issue.record("refused")
                return
            }
            // A hand may have been lowered meanwhile, because the machine may be slow.
            #expect(number > before.number)
            try expect(came.wish(.notice(PostedNotice(text: "first")), id: "n1"), is: .done(number))
            guard case .done(let next) = try came.wish(.notice(PostedNotice(text: "second"))) else {
                Issue.record("refused")
                return
            }
            // The event of Anna's leaving may precede it.
            #expect(next > number)
            try came.settle(number: next)
            #expect(came.gaps == 0 && came.state.live.isInProgress)

            #expect(try command(folder, "class", "list").output.contains("class\t\(next)\tBotany\t-\n"))
            again.end()
            expect(again.process.end, is: .code(0))
            let left = try? String(
                contentsOf: folder.appendingPathComponent("classes/prosody/process"), encoding: .utf8)
            let id = Int32(left?.trimmingCharacters(in: .newlines) ?? "") ?? 0
            #expect(id > 0 && kill(id, 0) != 0)
        }
    }

    @Test(
        "a crashed chat server is restarted, codes and classes added meanwhile take effect, and a second keeper is refused",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func beside() throws {
        try withFolder { folder in
            let ports = try PortBlock()
            let running = try RunningKeeper(up: folder, ports)
            let links = try running.links
            let teacher = try attendee(links[0], "Wang", folder).enter()
            let second = try command(folder, "up")
            #expect(second.status == 1 && second.errors.contains("another class server uses"))
            try expect(command(folder, "class", "add", "algebra", "--title=Linear algebra").status, is: 0)
            let code = try command(folder, "code", "add", "algebra", "--role=assistant", "--uses=1")
            let link = try #require(code.output.split(separator: "\n").last.map(String.init))
            let id = try #require(
                Int32(
                    try String(contentsOf: folder.appendingPathComponent("classes/prosody/process"), encoding: .utf8)
                        .trimmingCharacters(in: .newlines)))
            kill(id, SIGKILL)
            #expect(teacher.probe.failure() != nil)
            let assistant = try #require(patiently { try attendee(link, "Chen", folder) })
            #expect(assistant.ticket.title == "Linear algebra" && assistant.ticket.user.role == .assistant)
            let isOnline = eventually {
                if assistant.probe.session() != nil { return true }
                assistant.probe.connection.reconnect()
                return false
            }
            #expect(isOnline)
            #expect(throws: (any Error).self) { try attendee(link, "Dora", folder) }
            #expect(try command(folder, "code", "list", "algebra").output.contains("assistant"))
            #expect(try command(folder, "class", "list").output.contains("Linear algebra"))
        }
    }

    @Test(
        "up: a port of --ports that another program occupies during the start is replaced by the next one",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func takenPort() throws {
        try withFolder { folder in
            // Only the first start occupies the port. Its process remains, in a session of its own.
            let prosody = #"""
                if mkdir "$0.once" 2>/dev/null; then
                    python3 -c '
                import os, socket, sys, time
                os.setsid()
                server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
                if os.fork(): os._exit(0)
                time.sleep(1000)' $(sed -n 's/^c2s_ports = { \([0-9]*\) }/\1/p' "$3")
                fi
                PATH=${PATH#*:} exec prosody "$@"
                """#
            try BuiltProgram.writeScript(prosody, to: folder.path + "/prosody")
            let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
            let ports = try PortBlock()
            let running = try RunningKeeper(up: folder, ports, variables: ["PATH": path])
            let teacher = try attendee(try running.links[0], "Wang", folder).enter()
            let first = ports.ports.lowerBound
            // Join requests use the first port. The chat server's port was the second, which was occupied.
            #expect(teacher.ticket.server.port > first + 1 && ports.ports.contains(teacher.ticket.server.port))
            #expect(LoopbackSocket.answers(port: first + 1))
        }
    }

    @Test(
        "up: --guests and --title change an existing class, and the address for guests is printed",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func guestsLater() throws {
        try withFolder { folder in
            let ports = try PortBlock()
            let first = try RunningKeeper(up: folder, ports)
            #expect(try !first.text().contains("guests:"))
            first.end()
            let second = try RunningKeeper(up: folder, ports, ["--guests", "--title=Botany"])
            defer { second.end() }
            let text = try second.text()
            #expect(text.contains("Class \"Botany\":"))
            #expect(
                text.contains(
                    "guests: room class@rooms.tvplay.localhost, anonymous login at guests.tvplay.localhost, "
                        + "server 127.0.0.1:"))
        }
    }

    @Test(
        "run: a keeper beside an existing chat server admits people by codes",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func foreignServer() throws {
        let server = try ProsodyServer()
        let configuration = server.configuration
        try withFolder { folder in
            try expect(command(folder, "class", "add", "algebra").status, is: 0)
            let running = try RunningKeeper(beside: configuration, in: folder)
            defer { running.end() }
            let code = try command(folder, "code", "add", "algebra", "--role=teacher")
            let link = try #require(code.output.split(separator: "\n").last.map(String.init))
            // The keeper notices the code within a second.
            let teacher = patiently { try attendee(link, "Wang", folder, authority: configuration.certificatePath) }
            guard case .done? = try teacher?.enter().wish(.start(true)) else {
                Issue.record("the class has not begun")
                return
            }
        }
    }

    @Test(
        "run: tickets contain the WebSocket's address and the public host, and an invalid WebSocket is refused",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func webSocket() throws {
        let server = try ProsodyServer()
        let configuration = server.configuration
        try withFolder { folder in
            try expect(command(folder, "class", "add", "algebra").status, is: 0)
            let code = try command(folder, "code", "add", "algebra")
            let secrets = folder.appendingPathComponent("secrets")
            let text = "component=\(configuration.componentSecret)\ntoken=\(configuration.tokenSecret)\n"
            try Data(text.utf8).write(to: secrets)
            let words = [
                "--domain=" + configuration.domain, "--xmpp=127.0.0.1:\(configuration.ports.components)",
                "--secrets=" + secrets.path,
            ]
            for wrong in ["https://class.example/xmpp-websocket", "wss://"] {
                let outcome = try BuiltProgram.run(
                    Self.program, ["run", "--dir", folder.path + "/classes", "--web-socket=" + wrong] + words,
                    environment: ["LC_ALL": "C.UTF-8"])
                expect(outcome.status, is: 1)
                #expect(outcome.errors.contains("is not the address of a WebSocket, such as wss://"))
            }
            let running = try RunningKeeper(
                folder, command: "run",
                words + ["--web-socket=wss://class.example/xmpp-websocket", "--public=https://class.example"],
                sign: RunningKeeper.sign)
            defer { running.end() }
            let address = try #require(running.text().split(separator: " ").last?.split(separator: "\n").first)
            let shown = try #require(code.output.split(separator: "\n").first)
            let link = "\(address)/c/\(shown)"
            let given = try ticket(link, "Anna").server
            #expect(given.webSocket == "wss://class.example/xmpp-websocket")
            #expect(given.host == "class.example" && given.port == 5222)
        }
    }

    @Test("a backup replaces no file, and a restore keeps the previous classes and needs the keeper to be stopped")
    func backup() throws {
        try withFolder { folder in
            let file = folder.path + "/backup.db"
            #expect(try command(folder, "backup", file).errors.contains("Cannot read"))
            try expect(command(folder, "class", "add", "algebra", "--recording-space=2G", "--people=30").status, is: 0)
            try expect(command(folder, "backup", file).status, is: 0)
            #expect(try command(folder, "backup", file).errors.contains("File exists"))
            try expect(command(folder, "class", "add", "botany").status, is: 0)
            do {
                let lock = try KeeperLock(folder.path + "/classes")
                #expect(try command(folder, "restore", file).errors.contains("another class server uses"))
                withExtendedLifetime(lock) {}
            }
            let outcome = try command(folder, "restore", file)
            #expect(outcome.status == 0 && outcome.output.contains("classes-before-restore-"))
            let list = try command(folder, "class", "list", "--json").output
            #expect(list.contains("algebra") && !list.contains("botany"))
            #expect(list.contains("\"people\":30") && list.contains("\"recordingSpace\":2147483648"))
        }
    }

    @Test("with --log-format=json each line of standard error is an object with time, level and message")
    func jsonLog() throws {
        try withFolder { folder in
            try Data("component=a\ntoken=b\n".utf8).write(to: folder.appendingPathComponent("secrets"))
            let words = [
                Self.program, "run", "--dir", folder.path + "/classes", "--log-format=json", "--xmpp=127.0.0.1:1",
            ]
            let errors = folder.path + "/errors"
            let running = try RunningTool(
                words + ["--secrets", folder.path + "/secrets"],
                errors: .file(path: errors, flags: O_WRONLY | O_CREAT, mode: 0o600))
            var text = ""
            let hasLogged = running.isReady {
                text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
                return text.contains("\n")
            }
            #expect(hasLogged)
            running.kill()
            let failed = try BuiltProgram.run(
                Self.program, Array(words.dropFirst()) + ["--secrets=/missing"], environment: ["LC_ALL": "C.UTF-8"])
            expect(failed.status, is: 1)
            let lines = text.split(separator: "\n").prefix(1) + failed.errors.split(separator: "\n")
            let objects = try lines.map { try JSONValue(document: Array($0.utf8)) }
            #expect(objects.allSatisfy { $0["time"]?.integer ?? 0 > 0 && $0["message"]?.text?.isEmpty == false })
            expect(objects.map { $0["level"]?.text }, is: ["warning", "error"])
            #expect(objects.last?["message"]?.text?.contains("/missing") == true)
        }
    }

    @Test("mistakes on the command line are reported with a hint")
    func mistakes() throws {
        try withFolder { folder in
            func errors(_ words: String...) throws -> String {
                let outcome = try BuiltProgram.run(Self.program, words, environment: ["LC_ALL": "C.UTF-8"])
                expect(outcome.status, is: 1)
                return outcome.errors
            }
            #expect(try errors("uq").contains("Did you mean tvplay-keeper up?"))
            #expect(try errors("up", "--prot=1").contains("Did you mean --port?"))
            #expect(try errors("up", "--port=x").contains("expected a whole number"))
            #expect(try errors("code", "add").contains("Missing argument: CLASS"))
            let unknown = try command(folder, "code", "add", "nothing")
            #expect(unknown.status == 1 && unknown.errors.contains("unknown class \"nothing\""))
            #expect(try command(folder, "class", "add", "Bad Name").errors.contains("cannot be the name of a class"))
            let path = try BuiltProgram.run(
                "/usr/bin/env",
                [
                    "-i", "LC_ALL=C.UTF-8",
                    "LD_LIBRARY_PATH=" + (ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""),
                    "PATH=" + folder.path, Self.program, "up", "--dir", folder.path + "/classes",
                ])
            expect(path.status, is: 1)
            #expect(path.errors.contains("apt-get install prosody") || path.errors.contains("openssl"))
            let help = try BuiltProgram.run(Self.program, ["up", "--help"], environment: ["LC_ALL": "C.UTF-8"])
            #expect(help.status == 0 && help.output.contains("--port=N"))
        }
    }

    @Test("class report prints the stored results as CSV and JSON, and an unknown class or part is refused")
    func report() throws {
        try withFolder { folder in
            do {
                let store = ClassStore(try ClassSchema.file(in: folder.path + "/classes").open().database)
                try store.create(ClassPlan(name: "botany", title: "Botany"), epoch: 0)
                let anna = ClassUser(id: "2", name: "=Anna")
                try store.write(
                    [
                        .result(.enter(anna, at: 0)), .result(.leave("2", at: 120_000)),
                        .result(.chat([.init(id: "m", anna, time: 0, text: "a, b")])),
                    ], to: "botany")
            }
            let attendance = try command(folder, "class", "report", "botany", "--what=attendance")
            #expect(attendance.output.hasPrefix("name,role,id,joined,left,minutes,totalMinutes\r\n'=Anna,student,2,"))
            #expect(attendance.output.hasSuffix(",2,2\r\n") && attendance.status == 0)
            #expect(try command(folder, "class", "report", "botany").output.contains(",\"a, b\"\r\n"))
            let json = try command(folder, "class", "report", "botany", "--what=chat", "--json").output
            let rows = try #require(try JSONValue(document: Array(json.utf8)).items)
            expect(rows.map { $0["text"]?.text }, is: ["a, b"])
            let unknown = try command(folder, "class", "report", "nothing")
            #expect(unknown.status == 1 && unknown.errors.contains("unknown class \"nothing\""))
            let wrong = try command(folder, "class", "report", "botany", "--what=marks")
            #expect(wrong.errors.contains("one of: attendance, answers, chat, all"))
        }
    }
}
