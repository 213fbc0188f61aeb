import CPlatform
import Glibc
import PlayCore

/// An attack, as a system call, by which a confined process might bypass the program's checks. For `--check` and tests.
package struct WallTrial {
    /// For an administrator. Never translated, like the names of system calls.
    package let name: String
    package let isNetwork: Bool
    /// Returns 0 or more if the kernel allowed the call.
    private let attempt: () -> Int

    private init(_ name: String, isNetwork: Bool = false, _ attempt: @escaping () -> Int) {
        (self.name, self.isNetwork, self.attempt) = (name, isNetwork, attempt)
    }

    package func isRefused() -> Bool { attempt() < 0 }

    /// `library` is a readable folder, `state` a writable one.
    package static func all(library: String, state: String) -> [WallTrial] {
        readTrials(library) + writeTrials(library, state) + changeTrials(library) + processTrials + socketTrials
    }

    // MARK: Files

    private static func readTrials(_ library: String) -> [WallTrial] {
        [
            "/etc/passwd", "/etc/shadow", "/etc/ssh/sshd_config", "/proc/self/environ", "/proc/self/mem",
            "/proc/1/cmdline", "/sys/class/net", "/", "/home", "/root", "/tmp", "/var/log", "/run", "/usr/bin/env",
            library + "/../../etc/passwd", "/proc/self/root/etc/passwd",
        ].map { path in WallTrial("open \(path)") { open(path, O_RDONLY) } }
    }

    private static func writeTrials(_ library: String, _ state: String) -> [WallTrial] {
        let create = O_WRONLY | O_CREAT
        let name = "/tvplay-kiosk-trial"
        return [
            WallTrial("create a file in the library") { open(library + name, create) },
            WallTrial("create a file in /tmp") { open("/tmp" + name, create) },
            WallTrial("create a file in /dev/shm") { open("/dev/shm" + name, create) },
            WallTrial("create a file beside the viewer's folder") { open(state + "/.." + name, create) },
            WallTrial("read what is beside the viewer's folder") { open(state + "/..", O_RDONLY) },
            WallTrial("make a folder in the viewer's") { path(state + name) { Int(mkdir($0, 0o700)) } },
            WallTrial("make a link out of the viewer's folder") {
                path(state + name) { Int(symlink("/etc/passwd", $0)) }
            },
            WallTrial("make a named pipe in the viewer's folder") { path(state + name) { Int(mkfifo($0, 0o600)) } },
        ]
    }

    /// Returns changes that some or all versions of Landlock do not check.
    private static func changeTrials(_ library: String) -> [WallTrial] {
        [
            WallTrial("chmod of the library") { path(library) { Int(chmod($0, 0o777)) } },
            WallTrial("chown of the library") { path(library) { Int(chown($0, getuid(), getgid())) } },
            WallTrial("utimensat of the library") { path(library) { Int(utimensat(AT_FDCWD, $0, nil, 0)) } },
            WallTrial("truncate of /etc/passwd") { path("/etc/passwd") { Int(truncate($0, 1 << 20)) } },
            WallTrial("open to read and empty") { open(library, O_RDONLY | O_TRUNC) },
            WallTrial("chroot") { path("/") { call(__NR_chroot, Int(bitPattern: $0)) } },
            WallTrial("mount") { call(__NR_mount) },
            WallTrial("open_by_handle_at") { call(__NR_open_by_handle_at) },
        ]
    }

    private static func open(_ name: String, _ flags: Int32) -> Int {
        let descriptor = ByteText.withCString(name) { tv_open($0, flags | O_CLOEXEC | O_NONBLOCK, 0o600) }
        guard descriptor >= 0 else { return -1 }
        close(descriptor)
        return 0
    }

    private static func path(_ name: String, _ body: (UnsafePointer<CChar>) -> Int) -> Int {
        ByteText.withCString(name, body)
    }

    // MARK: Programs and other processes

    private static var processTrials: [WallTrial] {
        // PTRACE_ATTACH.
        let attach = 16
        return [
            WallTrial("posix_spawn of /bin/true") {
                var process: pid_t = 0
                let word = strdup("true")
                defer { free(word) }
                return posix_spawn(&process, "/bin/true", nil, nil, [word, nil], nil) == 0 ? 0 : -1
            },
            WallTrial("execve") { path("/nonexistent") { onlyEPERM(call(__NR_execve, Int(bitPattern: $0))) } },
            WallTrial("execveat") { onlyEPERM(call(__NR_execveat, -1)) },
            WallTrial("clone without threads") { call(__NR_clone, Int(SIGCHLD)) },
            WallTrial("ptrace of init") { call(__NR_ptrace, attach, 1) },
            WallTrial("process_vm_readv") { onlyEPERM(call(__NR_process_vm_readv, Int(getppid()))) },
            WallTrial("pidfd_open of the parent") { call(__NR_pidfd_open, Int(getppid())) },
            WallTrial("kill of the parent") { Int(kill(getppid(), 0)) },
            WallTrial("kill of everything") { Int(kill(-1, 0)) },
            WallTrial("setpriority of the account") { call(__NR_setpriority, 2, Int(getuid()), 19) },
            WallTrial("prlimit of the parent") { call(__NR_prlimit64, Int(getppid()), 7) },
            WallTrial("type into the terminal (TIOCSTI)") {
                var byte: CChar = 0x71
                let result = withUnsafeMutablePointer(to: &byte) { call(__NR_ioctl, 0, 0x5412, Int(bitPattern: $0)) }
                return onlyEPERM(result)
            },
            WallTrial("unshare") { call(__NR_unshare, 0) },
            WallTrial("bpf") { onlyEPERM(call(__NR_bpf, 0)) },
            WallTrial("perf_event_open") { onlyEPERM(call(__NR_perf_event_open)) },
            WallTrial("io_uring_setup") { onlyEPERM(call(__NR_io_uring_setup, 1)) },
            WallTrial("userfaultfd") { call(__NR_userfaultfd) },
            WallTrial("keyctl") { call(__NR_keyctl, 0, -3) },
            WallTrial("shmget") { call(__NR_shmget, 0, 4096, 0o1600) },
            WallTrial("setuid") { call(__NR_setuid, Int(getuid())) },
        ]
    }

    // MARK: Sockets

    private static var socketTrials: [WallTrial] {
        func socketTrial(_ name: String, _ family: Int32) -> WallTrial {
            WallTrial("socket " + name, isNetwork: true) {
                let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
                if descriptor >= 0 { close(descriptor) }
                return Int(descriptor)
            }
        }
        return [
            socketTrial("AF_INET", AF_INET), socketTrial("AF_INET6", AF_INET6), socketTrial("AF_UNIX", AF_UNIX),
            WallTrial("socket AF_NETLINK", isNetwork: true) { call(__NR_socket, Int(AF_NETLINK), 3) },
            WallTrial("socket AF_PACKET") { call(__NR_socket, 17, 3) },
            WallTrial("socket AF_VSOCK") { call(__NR_socket, 40, 1) },
            WallTrial("listen") { onlyEPERM(call(__NR_listen, 0, 1)) },
        ]
    }

    private static func call(_ number: Int32, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) -> Int {
        Int(tv_call(Int(number), a, b, c))
    }

    /// Converts every error except the filter's EPERM into a success: the call has passed the filter.
    private static func onlyEPERM(_ result: Int) -> Int { result < 0 && errno != EPERM ? 0 : result }
}
