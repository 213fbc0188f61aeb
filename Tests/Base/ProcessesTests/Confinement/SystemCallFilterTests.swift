import CPlatform
import Glibc
import TestSupport
import Testing

@testable import Processes

/// The filter as the kernel runs it, by an interpreter of the few instructions that it uses.
@Suite("System calls of a confined process") struct SystemCallFilterTests {
    private static let allow: UInt32 = 0x7FFF_0000
    private static let kill: UInt32 = 0x8000_0000
    private static let refusal = 0x0005_0000 | UInt32(EPERM)
    private static let unknown = 0x0005_0000 | UInt32(ENOSYS)
    #if arch(x86_64)
        private static let processor: UInt32 = 0xC000_003E
    #else
        private static let processor: UInt32 = 0xC000_00B7
    #endif

    /// - Parameter arguments: The arguments of the call; the rest are 0.
    private func answer(
        _ sockets: WallPlan.Sockets, _ number: Int32, _ arguments: [UInt64] = [], processor: UInt32 = processor
    ) -> UInt32? {
        let words: [UInt32] =
            [UInt32(bitPattern: number), processor, 0, 0]
            + (arguments + Array(repeating: 0, count: 6 - arguments.count)).flatMap {
                [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)]
            }
        let program = SystemCallFilter(sockets: sockets, process: 4711).program
        var (place, value): (Int, UInt32) = (0, 0)
        while program.indices.contains(place) {
            let instruction = program[place]
            place += 1
            var holds = false
            switch instruction.code {
            case 0x20:
                value = words[Int(instruction.k) / 4]
                continue
            case 0x06: return instruction.k
            case 0x15: holds = value == instruction.k
            case 0x35: holds = value >= instruction.k
            case 0x45: holds = value & instruction.k != 0
            default: return nil
            }
            place += Int(holds ? instruction.jt : instruction.jf)
        }
        return nil
    }

    @Test("Programs, other processes, kernel interfaces and calls newer than the table are refused")
    func refused() {
        for number in SystemCallTable.refused { expect(answer(.none, number), is: Self.refusal, "\(number)") }
        for number in [__NR_execve, __NR_ptrace, __NR_bpf, __NR_mount, __NR_io_uring_setup, __NR_keyctl, __NR_fchmod] {
            #expect(SystemCallTable.refused.contains(number))
        }
        for number in SystemCallTable.missing { expect(answer(.none, number), is: Self.unknown, "\(number)") }
        let newer: [Int32] = [451, 500, 0x4000_0000 + 59, .max]
        for number in newer { expect(answer(.none, number), is: Self.unknown) }
        expect(answer(.none, __NR_read, processor: 0x4000_0003), is: Self.kill)
    }

    @Test("The calls that a player makes all the time are allowed")
    func allowed() {
        for number in [
            __NR_read, __NR_write, __NR_mmap, __NR_mprotect, __NR_munmap, __NR_futex, __NR_ppoll, __NR_openat,
            __NR_close, __NR_fstat, __NR_recvfrom, __NR_sendto, __NR_eventfd2, __NR_fcntl, __NR_flock, __NR_fdatasync,
            __NR_unlinkat, __NR_renameat2, __NR_ftruncate, __NR_getrandom, __NR_exit_group, __NR_rt_sigaction,
        ] { expect(answer(.none, number), is: Self.allow, "\(number)") }
    }

    @Test("Threads may be created, processes and namespaces may not")
    func threads() {
        let thread: UInt64 = 0x003D_0F00
        expect(answer(.none, __NR_clone, [thread]), is: Self.allow)
        expect(answer(.none, __NR_clone, [UInt64(SIGCHLD)]), is: Self.refusal)
        expect(answer(.none, __NR_clone, [thread | 0x1000_0000]), is: Self.refusal)
    }

    @Test("Signals and limits reach only the process itself, and typing for other processes is refused")
    func others() {
        for number in [__NR_kill, __NR_tgkill] {
            expect(answer(.none, number, [4711]), is: Self.allow)
            for other: UInt64 in [0, 1, 4712, UInt64(bitPattern: -1), UInt64(bitPattern: -4711)] {
                expect(answer(.none, number, [other]), is: Self.refusal, "\(number) \(other)")
            }
        }
        expect(answer(.none, __NR_prlimit64, [0]), is: Self.allow)
        expect(answer(.none, __NR_prlimit64, [1]), is: Self.refusal)
        expect(answer(.none, __NR_ioctl, [0, UInt64(TIOCGWINSZ)]), is: Self.allow)
        // The kernel uses only the lower half.
        for request: UInt64 in [0x5412, 0x541C, 0x541D, 0xFFFF_FFFF_0000_5412] {
            expect(answer(.none, __NR_ioctl, [0, request]), is: Self.refusal)
        }
    }

    @Test("A file that is opened for reading cannot be truncated")
    func truncation() {
        expect(answer(.none, __NR_openat, [0, 0, UInt64(O_RDONLY | O_CLOEXEC)]), is: Self.allow)
        expect(answer(.none, __NR_openat, [0, 0, UInt64(O_RDWR | O_TRUNC)]), is: Self.allow)
        expect(answer(.none, __NR_openat, [0, 0, UInt64(O_RDONLY | O_TRUNC)]), is: Self.refusal)
    }

    @Test("Without servers sockets are refused, and with servers only outgoing network sockets are allowed")
    func sockets() {
        let families = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK].map { UInt64($0) }
        for family in families {
            expect(answer(.none, __NR_socket, [family]), is: Self.refusal)
            expect(answer(.servers, __NR_socket, [family]), is: Self.allow)
        }
        for family: UInt64 in [17, 40, 38, 0] { expect(answer(.servers, __NR_socket, [family]), is: Self.refusal) }
        expect(answer(.none, __NR_connect), is: Self.refusal)
        expect(answer(.servers, __NR_connect), is: Self.allow)
        for sockets in [WallPlan.Sockets.none, .servers] {
            for number in [__NR_listen, __NR_accept, __NR_accept4] {
                expect(answer(sockets, number), is: Self.refusal)
            }
            expect(answer(sockets, __NR_socketpair, [1]), is: Self.allow)
            expect(answer(sockets, __NR_socketpair, [2]), is: Self.refusal)
        }
    }
}
