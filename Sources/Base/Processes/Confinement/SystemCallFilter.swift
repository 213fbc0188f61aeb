import CPlatform
import Glibc

/// The kernel runs this program before each system call (seccomp(2)).
struct SystemCallFilter {
    let program: [sock_filter]

    /// - Parameter process: the process to confine; it can send signals only to itself.
    init(sockets: WallPlan.Sockets, process: pid_t = getpid()) {
        var program = Self.head
        for number in SystemCallTable.missing { program += Self.block(number, [Self.answer(ENOSYS)]) }
        for number in SystemCallTable.refused { program += Self.block(number, [Self.answer(EPERM)]) }
        program += Self.threadsOnly + Self.noTruncation + Self.terminal + Self.signals(process)
        program += Self.families(sockets)
        program.append(Self.allow)
        self.program = program
    }

    /// Confines all threads permanently. The process must already be unable to gain privileges (``Walls/raise(_:)``).
    func enter() throws(WallError) {
        guard tv_seccomp_enter(program, UInt16(program.count)) == 0 else { throw WallError("seccomp", errno) }
    }

    // MARK: Parts

    /// Kills a process that makes calls of another architecture (32 bits), whose numbers have other meanings. Answers
    /// calls above the newest known number, including those of x32, with ENOSYS.
    private static var head: [sock_filter] {
        // SECCOMP_RET_KILL_PROCESS.
        let ends: UInt32 = 0x8000_0000
        #if arch(x86_64)
            let processor = processorX86
        #else
            let processor = processorARM
        #endif
        return [
            load(4), jump(equal, processor, yes: 1, no: 0), instruction(returns, ends),
            load(0), jump(atLeast, UInt32(SystemCallTable.newest) + 1, yes: 0, no: 1), answer(ENOSYS),
        ]
    }

    /// Allows new threads, but neither processes nor namespaces.
    private static var threadsOnly: [sock_filter] {
        block(
            __NR_clone,
            [
                argument(0), jump(anyBit, threadFlag, yes: 0, no: 2), jump(anyBit, namespaceFlags, yes: 1, no: 0),
                allow,
                answer(EPERM),
            ])
    }

    private static let threadFlag: UInt32 = 0x0001_0000
    /// CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET.
    private static let namespaceFlags: UInt32 = 0x7E02_0000

    /// Refuses O_TRUNC on files opened for reading, which empties them; Landlock checks it only from version 3 on.
    private static var noTruncation: [sock_filter] {
        func body(_ flags: Int) -> [sock_filter] {
            [
                argument(flags), jump(anyBit, UInt32(O_TRUNC), yes: 0, no: 1),
                jump(anyBit, UInt32(O_WRONLY | O_RDWR), yes: 0, no: 1), allow, answer(EPERM),
            ]
        }
        #if arch(x86_64)
            return block(__NR_openat, body(2)) + block(__NR_open, body(1))
        #else
            return block(__NR_openat, body(2))
        #endif
    }

    /// Refuses faking terminal input (TIOCSTI, TIOCLINUX) and taking over the console (TIOCCONS).
    private static var terminal: [sock_filter] {
        let requests: [UInt32] = [0x5412, 0x541C, 0x541D]
        let refusals = requests.flatMap { [jump(equal, $0, yes: 0, no: 1), answer(EPERM)] }
        return block(__NR_ioctl, [argument(1)] + refusals + [allow])
    }

    /// Allows signals to this process only, and changes to its own limits only.
    private static func signals(_ process: pid_t) -> [sock_filter] {
        let own = UInt32(process)
        return block(__NR_kill, only([own])) + block(__NR_tgkill, only([own])) + block(__NR_prlimit64, only([0, own]))
    }

    private static func families(_ sockets: WallPlan.Sockets) -> [sock_filter] {
        let pairs = block(__NR_socketpair, only([UInt32(AF_UNIX)]))
        switch sockets {
        case .none:
            return pairs
                + [__NR_socket, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4].flatMap {
                    block($0, [answer(EPERM)])
                }
        case .servers:
            let families = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK].map { UInt32($0) }
            return pairs + block(__NR_socket, only(families)) + closed
        }
    }

    private static var closed: [sock_filter] {
        [__NR_listen, __NR_accept, __NR_accept4].flatMap { block($0, [answer(EPERM)]) }
    }

    // MARK: Instructions

    /// Returns the instructions for one call; the body ends with the decision.
    private static func block(_ number: Int32, _ body: [sock_filter]) -> [sock_filter] {
        [jump(equal, UInt32(number), yes: 0, no: UInt8(body.count))] + body
    }

    /// Applies to the first argument. Other values are answered with EPERM.
    private static func only(_ values: [UInt32]) -> [sock_filter] {
        [argument(0)]
            + values.enumerated().map { index, value in
                jump(equal, value, yes: UInt8(values.count - index), no: 0)
            } + [answer(EPERM), allow]
    }

    private static let equal: UInt16 = 0x15
    private static let atLeast: UInt16 = 0x35
    private static let anyBit: UInt16 = 0x45
    private static let returns: UInt16 = 0x06

    private static var allow: sock_filter { instruction(returns, 0x7FFF_0000) }

    private static func answer(_ error: Int32) -> sock_filter { instruction(returns, 0x0005_0000 | UInt32(error)) }

    /// Loads a word of `seccomp_data`: the call at 0, the architecture at 4.
    private static func load(_ offset: UInt32) -> sock_filter { instruction(0x20, offset) }

    /// Loads the lower half of an argument. The kernel uses only that half of the arguments checked here.
    private static func argument(_ index: Int) -> sock_filter { load(UInt32(16 + 8 * index)) }

    private static func jump(_ code: UInt16, _ value: UInt32, yes: UInt8, no: UInt8) -> sock_filter {
        sock_filter(code: code, jt: yes, jf: no, k: value)
    }

    private static func instruction(_ code: UInt16, _ value: UInt32) -> sock_filter {
        sock_filter(code: code, jt: 0, jf: 0, k: value)
    }

    /// AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64.
    private static let processorX86: UInt32 = 0xC000_003E
    private static let processorARM: UInt32 = 0xC000_00B7
}
