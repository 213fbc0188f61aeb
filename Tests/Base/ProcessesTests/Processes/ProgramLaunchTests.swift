import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Processes

@Suite("Starting programs")
struct ProgramLaunchTests {
    /// Returns the output of a program that is started with these words and changes.
    private func output(
        _ words: [String], _ change: (inout ProgramLaunch) -> Void = { _ in }
    ) throws -> String {
        let pipe = try OutputPipe(for: words[0])
        var launch = ProgramLaunch(words)
        launch.output = .descriptor(pipe.writing)
        change(&launch)
        let child = try launch.start()
        pipe.closeWriting()
        var bytes: [UInt8] = []
        let ending = OutputPipe.read([pipe], until: SystemClock().now + Patience.limit) { _, piece in
            bytes += piece
            return true
        }
        expect(ending, is: .complete)
        expect(child.wait(), is: .code(0))
        return ByteText.text(bytes)
    }

    @Test(
        "A program that is missing, a folder or not executable is reported with its name and cause",
        arguments: [
            ("/nonexistent/program", ENOENT), ("no-such-program-in-path", ENOENT), ("/tmp", EACCES),
            ("/etc/passwd", EACCES),
        ])
    func missing(program: String, number: Int32) {
        #expect(throws: ProgramError(program: program, cause: .notStarted(number))) {
            _ = try ProgramLaunch([program]).start()
        }
        let words = "\(ProgramError(program: program, cause: .notStarted(number)))"
        expect(words, is: "\(program) cannot be started: \(String(cString: strerror(number)))")
    }

    @Test("A program starts with no signal blocked or ignored")
    func signals() throws {
        var set = sigset_t()
        var before = sigset_t()
        sigfillset(&set)
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let ignored = signal(SIGUSR2, SIG_IGN)
        defer { signal(SIGUSR2, ignored) }
        let words = ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]
        func masks(_ text: String) throws -> [UInt64] {
            try text.split(separator: "\n").map {
                try #require(UInt64($0.split(separator: "\t").last ?? "", radix: 16))
            }
        }
        // Signals 32 and 33 are glibc's own; `posix_spawn` ignores them in every program.
        let ours: UInt64 = 0x1_8000_0000
        try expect(masks(output(words)).map { $0 & ~ours }, is: [0, 0])
        // SIGUSR2 is 12 and SIGUSR1 is 10, so the bits are 11 and 9.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        let inherited = try masks(output(words) { $0.signals = .inherited(blocked: blocked) })
        expect(inherited.first, is: 0x200)
        #expect((inherited.last ?? 0) & 0x800 != 0)
    }

    @Test("A program inherits no descriptors except those passed to it")
    func descriptors() throws {
        // The numbers are free, because other tests have descriptors as well.
        let mine = fcntl(0, F_DUPFD, 200)
        let other = fcntl(0, F_DUPFD, mine + 2)
        defer {
            close(mine)
            close(other)
        }
        let list = ["sh", "-c", "for file in /proc/$$/fd/*; do echo ${file##*/}; done"]
        func has(_ descriptor: Int32, _ change: (inout ProgramLaunch) -> Void = { _ in }) throws -> Bool {
            try output(list, change).split(separator: "\n").contains("\(descriptor)")
        }
        #expect(try !has(mine))
        #expect(try has(mine) { $0.kept = [mine] })
        #expect(try !has(other) { $0.kept = [mine] })
        #expect(try !has(mine) { $0.kept = [other] })
        #expect(try has(mine) { $0.closesOthers = false })
    }

    @Test("Standard descriptors lead to their targets, even crosswise, or to /dev/null")
    func streams() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        // `readlink >&9` does not work, because some shells redirect in their own process.
        let script = "for n in 0 1 2; do target=$(readlink /proc/$$/fd/$n); echo \"$target\" >&9; done"
        func targets(_ change: (inout ProgramLaunch) -> Void) throws -> [String] {
            let file = folder.path + "/\(UInt32.random(in: 0...(.max)))"
            var launch = ProgramLaunch(["sh", "-c", "exec 9>\(file); \(script)"])
            change(&launch)
            try expect(launch.start().wait(), is: .code(0))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return text.split(separator: "\n").map(String.init)
        }
        try expect(targets { _ in }, is: ["/dev/null", "/dev/null", "/dev/null"])
        let (one, two) = (folder.path + "/one", folder.path + "/two")
        let both = try targets {
            $0.output = .file(path: one, flags: O_WRONLY | O_CREAT, mode: 0o600)
            $0.errors = .sameAsOutput
        }
        expect(both, is: ["/dev/null", one, one])
        let (a, b) = (open(one, O_RDWR | O_CLOEXEC), open(two, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        defer {
            close(a)
            close(b)
        }
        let given = try targets {
            $0.input = .descriptor(b)
            $0.output = .sameAsInput
            $0.errors = .descriptor(a)
        }
        expect(given, is: [two, two, one])
        let own = (0..<3).map { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
        }
        let crossed = try targets {
            $0.input = .descriptor(1)
            $0.output = .descriptor(2)
            $0.errors = .descriptor(0)
        }
        expect(crossed, is: [own[1], own[2], own[0]])
    }

    @Test("A file that cannot be opened for a program prevents its start")
    func noFile() {
        var launch = ProgramLaunch(["true"])
        launch.output = .file(path: "/nonexistent/file", flags: O_WRONLY | O_CREAT, mode: 0o600)
        #expect(throws: ProgramError(program: "true", cause: .notStarted(ENOENT))) { _ = try launch.start() }
    }

    @Test("A program runs in our process group, its own group or its own session")
    func place() throws {
        func numbers(_ place: ProgramLaunch.Place) throws -> (own: Int32, group: Int32, session: Int32) {
            let text = try output(["cat", "/proc/self/stat"]) { $0.place = place }
            let fields = text.split(separator: " ").compactMap { Int32($0) }
            // The fields are the pid and, without name and state, parent, group and session.
            return (fields[0], fields[2], fields[3])
        }
        let ours = try numbers(.ourGroup)
        expect(ours.group, is: getpgrp())
        expect(ours.session, is: getsid(0))
        let group = try numbers(.ownGroup)
        expect(group.group, is: group.own)
        expect(group.session, is: getsid(0))
        let session = try numbers(.ownSession)
        expect(session.group, is: session.own)
        expect(session.session, is: session.own)
    }

    @Test("A program gets our environment, a changed one or another one")
    func environment() throws {
        let ours = try output(["env"])
        #expect(ours.contains("PATH="))
        let more = try output(["env"]) { $0.variables = ["TVPLAY_TEST": "a=b", "PATH": "/bin:/usr/bin"] }
        let lines = more.split(separator: "\n")
        #expect(lines.contains("TVPLAY_TEST=a=b"))
        expect(lines.filter { $0.hasPrefix("PATH=") }, is: ["PATH=/bin:/usr/bin"])
        #expect(ours.split(separator: "\n").count <= lines.count)
        try expect(output(["env"]) { $0.environment = ["A=1", "B="] }, is: "A=1\nB=\n")
    }

    @Test("Arguments are bytes, and the first may differ from the program")
    func words() throws {
        let odd = ByteText.text([0x61, 0xFF, 0xE4, 0xB8, 0x20, 0x0A])
        try expect(output(["printf", "%s", odd]), is: odd)
        let pipe = try OutputPipe(for: "sh")
        var launch = ProgramLaunch("/bin/sh", words: ["other", "-c", "echo $0"].map { Array($0.utf8) })
        launch.output = .descriptor(pipe.writing)
        let child = try launch.start()
        expect(child.wait(), is: .code(0))
        expect(pipe.read(), is: .bytes(Array("other\n".utf8)))
    }

    @Test("A program's end is a code or a signal, is returned once, and fails if the child was reaped elsewhere")
    func end() throws {
        try expect(ProgramLaunch(["sh", "-c", "exit 7"]).start().wait(), is: .code(7))
        try expect(ProgramLaunch(["sh", "-c", "kill -9 $$"]).start().wait(), is: .signal(SIGKILL))
        expect(ProcessEnd.signal(SIGKILL).status, is: 137)
        let pipe = try OutputPipe(for: "sleep", blocks: false)
        var launch = ProgramLaunch(["sleep", "1000"])
        launch.output = .descriptor(pipe.writing)
        let child = try launch.start()
        pipe.closeWriting()
        expect(child.end(), is: nil)
        expect(pipe.read(), is: .nothing)
        child.killGroup()
        expect(pipe.read(), is: .end)
        expect(child.end(), is: .code(255))
        expect(child.wait(), is: .code(255))
    }

    @Test("Ctrl-Z does not stop a program that is starting in its own group")
    func stopAtStart() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let ended = Monitor(false)
        // The child opens its input before it runs `true`, and waits there for the other end.
        let start = WorkerThread(name: "start-held") {
            var launch = ProgramLaunch(["true"])
            launch.input = .file(path: pipe, flags: O_RDONLY)
            launch.place = .ownGroup
            expect((try? launch.start())?.wait(), is: .code(0))
            ended.update { $0 = true }
        }
        var child: pid_t = 0
        while child == 0 {
            usleep(1000)
            child = try Self.process(named: "start-held") ?? 0
        }
        kill(child, SIGTSTP)
        let writing = open(pipe, O_WRONLY)
        defer { close(writing) }
        expect(ended.wait(until: SystemClock().now + Patience.limit) { $0 ? true : nil }, is: true)
        kill(child, SIGCONT)
        start.join()
    }

    /// Until it runs its program, a child has the name of the thread that started it.
    private static func process(named name: String) throws -> pid_t? {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.first { process in
            FileManager.default.contents(atPath: "/proc/\(process)/comm") == Data((name + "\n").utf8)
        }
    }
}
