import CPlatform
import Glibc
import PlayCore

/// The executables in `scripts/` of the configuration folders, then those that options name.
package struct ScriptFiles: Sendable, Equatable {
    package struct Problem: Error, Sendable, Equatable {
        package let path: String
        /// In the user's language.
        package let reason: String
    }

    package private(set) var paths: [String] = []
    package private(set) var problems: [Problem] = []

    /// A folder full of programs is a mistake.
    private static let maximumCount = 32

    /// `folders`: lowest precedence first. A `named` file that is no program is a problem.
    package init(inFolders folders: [String] = [], named: [String] = []) {
        for folder in folders { addExecutables(in: folder + "/scripts") }
        for path in named {
            // Not looked up in PATH.
            let path = path.contains("/") ? path : "./" + path
            if let reason = Self.refusal(path) {
                problems.append(Problem(path: path, reason: reason))
            } else {
                add(path)
            }
        }
    }

    private mutating func add(_ path: String) {
        guard paths.count < Self.maximumCount else {
            return problems.append(Problem(path: path, reason: tr("too many scripts")))
        }
        paths.append(path)
    }

    private mutating func addExecutables(in folder: String) {
        var found: [String] = []
        do throws(FileError) {
            _ = try FolderWalk(links: .followed, limit: 1000, order: <).visit(folder) { event in
                guard case .entry(let entry) = event, entry.kind == .file, !entry.name.hasPrefix(".") else {
                    return .proceed
                }
                let path = folder + "/" + entry.path
                // Data files and documentation may sit beside the programs.
                if ByteText.withCString(path, { access($0, X_OK) }) == 0 { found.append(path) }
                return .proceed
            }
        } catch {
            if !error.isMissing { problems.append(Problem(path: folder, reason: error.reason)) }
        }
        for path in found {
            if let reason = Self.refusal(path) {
                problems.append(Problem(path: path, reason: reason))
            } else {
                add(path)
            }
        }
    }

    private static func refusal(_ path: String) -> String? {
        var status = stat()
        guard ByteText.withCString(path, { stat($0, &status) }) == 0 else { return String(cString: strerror(errno)) }
        if tv_is_directory(status.st_mode) != 0 { return String(cString: strerror(EISDIR)) }
        guard status.st_mode & 0o002 == 0 else { return tr("everyone can change it") }
        guard !isOpenToGroup(status) else { return tr("other users of its group can change it") }
        guard isTrusted(status) else { return tr("it belongs to another user") }
        if let reason = wayRefusal(path) { return reason }
        return ByteText.withCString(path) { access($0, X_OK) } == 0 ? nil : String(cString: strerror(errno))
    }

    /// Examines folders and links. Returns how another user could replace the file, or `nil`.
    private static func wayRefusal(_ path: String) -> String? {
        var folder = "/"
        if let reason = refusal(folder: folder) { return reason }
        let whole = path.hasPrefix("/") ? path : (WorkingFolder.path ?? "") + "/" + path
        var rest: [Substring] = whole.split(separator: "/").reversed()
        var links = 0
        while let name = rest.popLast() {
            // The folder's links are resolved by now, so `..` is the parent of the resolved folder.
            if name == ".." { folder = parent(of: folder) }
            if name == "." || name == ".." { continue }
            let next = (folder == "/" ? "" : folder) + "/" + name
            var status = stat()
            let isKnown = ByteText.withCString(next) { lstat($0, &status) } == 0
            guard isKnown else { return String(cString: strerror(errno)) }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                if let reason = refusal(folder: next) { return reason }
                folder = next
                continue
            }
            guard isTrusted(status) else { return tr("the link %1 belongs to another user", SafeText.clean(next)) }
            links += 1
            guard links <= mostLinks, let target = target(of: next) else { return String(cString: strerror(ELOOP)) }
            if target.hasPrefix("/") { folder = "/" }
            rest += target.split(separator: "/").reversed()
        }
        return nil
    }

    /// The kernel's limit.
    private static let mostLinks = 40

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = ByteText.withCString(link) { readlink($0, &bytes, bytes.count) }
        return count > 0 ? ByteText.text(bytes[..<count].map { UInt8(bitPattern: $0) }) : nil
    }

    private static func parent(of folder: String) -> String {
        let parent = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    private static func refusal(folder: String) -> String? {
        var status = stat()
        guard ByteText.withCString(folder, { stat($0, &status) }) == 0 else { return String(cString: strerror(errno)) }
        guard tv_is_directory(status.st_mode) != 0 else { return nil }
        guard isTrusted(status) else { return tr("its folder %1 belongs to another user", SafeText.clean(folder)) }
        // In a sticky folder (`/tmp`), only the owner can replace a file.
        guard status.st_mode & S_ISVTX == 0 else { return nil }
        if status.st_mode & 0o002 != 0 { return tr("any user can write to its folder %1", SafeText.clean(folder)) }
        return isOpenToGroup(status)
            ? tr("other users of its group can write to its folder %1", SafeText.clean(folder)) : nil
    }

    /// Returns whether the group may write and has other members than this user and root. On Debian, each account has
    /// its own group, and the default mask lets it write.
    private static func isOpenToGroup(_ status: stat) -> Bool {
        guard status.st_mode & 0o020 != 0 else { return false }
        let own = [0, geteuid()]
        if var member = getgrgid(status.st_gid)?.pointee.gr_mem {
            while let name = member.pointee {
                guard let user = getpwnam(name)?.pointee.pw_uid, own.contains(user) else { return true }
                member += 1
            }
        }
        // Users with this primary group are not listed as members.
        setpwent()
        defer { endpwent() }
        while let user = getpwent()?.pointee {
            if user.pw_gid == status.st_gid, !own.contains(user.pw_uid) { return true }
        }
        return false
    }

    private static func isTrusted(_ status: stat) -> Bool { [0, geteuid()].contains(status.st_uid) }
}
