import Foundation
import Processes
import TestSupport
import Testing

/// A folder on a drive that stops answering. While a file `hold` exists beside it, every call of the program that names
/// it or reads from it blocks forever.
///
/// A library that is loaded before libc simulates the drive, so no file system is needed.
final class HeldDrive {
    /// The folder whose calls block.
    let folder: URL
    private let base: URL

    /// Whether a compiler for the library is available.
    static var isPresent: Bool { compiler != nil }

    private static var compiler: String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        // The Swift toolchain contains clang.
        return ["cc", "clang"].flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    init() throws {
        base = try BuiltProgram.temporaryFolder()
        folder = base.appendingPathComponent("drive")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = base.appendingPathComponent("hold.c")
        try Data(Self.source.utf8).write(to: source)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: Self.compiler ?? "cc")
        compiler.arguments = ["-shared", "-fPIC", "-O1", "-w", "-o", library, source.path]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
    }

    deinit { BuiltProgram.remove(base) }

    var environment: [String: String?] {
        ["LD_PRELOAD": library, "HELD_ROOT": folder.path, "HELD_GATE": gate, "HELD_MARK": mark]
    }

    /// Blocks every later call.
    func hold() throws { try Data().write(to: URL(fileURLWithPath: gate)) }

    var isHolding: Bool { FileManager.default.fileExists(atPath: mark) }

    /// Creates a film that no buffer holds whole: 400 seconds, 46 MB.
    func addFilm() throws -> String {
        let luma = (0..<64 * 48).map { UInt8(truncatingIfNeeded: $0 * 37 / 64 * 37) }
        let picture = Data("FRAME\n".utf8) + luma + Data(repeating: 128, count: 64 * 48 / 2)
        var film = Data("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420\n".utf8)
        for _ in 0..<10_000 { film.append(picture) }
        let path = folder.appendingPathComponent("film.y4m")
        try film.write(to: path)
        return path.path
    }

    private var library: String { base.appendingPathComponent("hold.so").path }
    private var gate: String { base.appendingPathComponent("hold").path }
    private var mark: String { base.appendingPathComponent("held").path }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static void hold(const char *path) {
            const char *root = getenv("HELD_ROOT"), *gate = getenv("HELD_GATE"), *mark = getenv("HELD_MARK");
            if (!root || !gate || !mark || !path || strncmp(path, root, strlen(root))) return;
            if (syscall(SYS_faccessat, AT_FDCWD, gate, F_OK)) return;
            syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
            for (;;) pause();
        }
        static void hold_descriptor(int descriptor) {
            char name[64], path[4096];
            const char *gate = getenv("HELD_GATE");
            if (!gate || syscall(SYS_faccessat, AT_FDCWD, gate, F_OK)) return;
            snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
            long count = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
            if (count > 0) { path[count] = 0; hold(path); }
        }
        #define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
        int open(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
            hold(path); NEXT(open); return next(path, flags, mode);
        }
        int open64(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
            hold(path); NEXT(open64); return next(path, flags, mode);
        }
        int openat(int folder, const char *path, int flags, ...) {
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
            hold(path); if (path[0] != '/') hold_descriptor(folder); NEXT(openat); return next(folder, path, flags, mode);
        }
        int access(const char *path, int mode) { hold(path); NEXT(access); return next(path, mode); }
        int stat(const char *path, struct stat *result) { hold(path); NEXT(stat); return next(path, result); }
        int lstat(const char *path, struct stat *result) { hold(path); NEXT(lstat); return next(path, result); }
        char *realpath(const char *path, char *result) { hold(path); NEXT(realpath); return next(path, result); }
        DIR *opendir(const char *path) { hold(path); NEXT(opendir); return next(path); }
        ssize_t read(int descriptor, void *bytes, size_t count) {
            hold_descriptor(descriptor); return syscall(SYS_read, descriptor, bytes, count);
        }
        ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
            hold_descriptor(descriptor); return syscall(SYS_pread64, descriptor, bytes, count, offset);
        }
        ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
            hold_descriptor(descriptor); return syscall(SYS_pread64, descriptor, bytes, count, offset);
        }
        """#
}
