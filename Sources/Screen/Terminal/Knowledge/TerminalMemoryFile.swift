import CPlatform
import Encoding
import Glibc
import PlayCore

/// The file of one terminal's memory: `$XDG_RUNTIME_DIR/tvplay/terminal-…`, readable by this user only and deleted at
/// the last log-out. Main thread; a few small system calls. On a failure nothing is remembered.
struct TerminalMemoryFile {
    private let directory: String
    private let name: String
    private let key: String

    /// Returns `nil` if there is no such folder or other users can access it.
    init?(environment: [String: String], term: String) {
        guard let folder = environment["XDG_RUNTIME_DIR"], let key = Self.key(environment: environment, term: term)
        else { return nil }
        self.init(folder: folder, key: key)
    }

    /// - Parameter key: printable ASCII in one line.
    init?(folder: String, key: String) {
        guard folder.hasPrefix("/"), PrivateFolder.isPrivate(folder) else { return nil }
        directory = folder + "/tvplay"
        self.key = key
        name = "terminal-" + Hexadecimal.text(XXHash64.hash(key))
    }

    func read() -> TerminalMemory? {
        guard PrivateFolder.isPrivate(directory) else { return nil }
        let descriptor = tv_open(directory + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_uid == geteuid(), information.st_mode & 0o077 == 0
        else { return nil }
        return Self.text(of: descriptor).flatMap { TerminalMemory($0, key: key) }
    }

    /// Writes the file atomically: under another name, then renamed.
    func write(_ memory: TerminalMemory) {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return }
        guard PrivateFolder.isPrivate(directory) else { return }
        let draft = directory + "/" + name + ".\(getpid())"
        let descriptor = tv_open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array(memory.encoded(key: key).utf8)
        let count = bytes.withUnsafeBytes { CPlatform.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        if count != bytes.count || rename(draft, directory + "/" + name) != 0 { unlink(draft) }
        prune()
    }

    /// More files than the usual number of windows.
    private static let maximumFiles = 32

    private func prune() {
        guard let entries = try? FolderWalk(limit: 10_000, readsStatus: true).entries(of: directory) else { return }
        let files = entries.filter { $0.kind == .file && $0.name.hasPrefix("terminal-") }
            .sorted { ($0.status?.modified ?? 0) > ($1.status?.modified ?? 0) }
        for file in files.dropFirst(Self.maximumFiles) { unlink(directory + "/" + file.name) }
    }

    /// Returns boot, device, session start and environment. Other windows soon reuse a device number.
    private static func key(environment: [String: String], term: String) -> String? {
        let leader = getsid(0)
        guard let own = fields(of: "self"), let first = fields(of: String(leader)), own[4] != "0",
            let boot = text(at: "/proc/sys/kernel/random/boot_id")
        else { return nil }
        let names = ["TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "TMUX", "STY", "COLORTERM"]
        let parts =
            [String(boot.prefix(36)), own[4], String(leader), first[19], term] + names.map { environment[$0] ?? "" }
        return String(parts.joined(separator: " ").unicodeScalars.map { $0.isASCII && $0 > " " ? Character($0) : "_" })
            .prefix(600).description
    }

    /// Returns the fields from the third on (proc(5)); the name may contain blanks. 4: the terminal, 19: the start.
    private static func fields(of process: String) -> [String]? {
        guard let text = text(at: "/proc/" + process + "/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ").map(String.init)
        return fields.count > 19 ? fields : nil
    }

    private static func text(at path: String) -> String? {
        let descriptor = tv_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return text(of: descriptor)
    }

    /// Returns the whole text, in one read, or `nil` if it is empty or longer than a memory can be.
    private static func text(of descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: TerminalMemory.maximumBytes + 1)
        let count = CPlatform.read(descriptor, &bytes, bytes.count)
        guard count > 0, count <= TerminalMemory.maximumBytes else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
