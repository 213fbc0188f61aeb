import CPlatform
import Glibc
import Kiosk
import PlayCore
import Processes

/// Queries this machine's sshd. Blocks.
enum SSHDProgram {
    private static var path: String? { ["/usr/sbin/sshd", "/sbin/sshd"].first { access($0, X_OK) == 0 } }

    /// Returns `nil` if the machine has no sshd.
    static func run(_ words: [String]) throws(ProgramError) -> ProgramRun.Result? {
        guard let path else { return nil }
        let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 1 << 20)
        return try ProgramRun.run([path] + words, limits: limits, cancel: CancelToken())
    }

    /// Whether sshd accepts ``SSHDSection/unusedTimeout``. True if the machine has no sshd to ask.
    static var canEndUnused: Bool {
        do throws(ProgramError) {
            // sshd reads settings before host keys, so any account may ask.
            let result = try run(["-t", "-o", SSHDSection.unusedTimeout + "=1m"])
            return !String(decoding: result?.messages ?? [], as: UTF8.self).contains("Bad configuration option")
        } catch {
            Log.shared.write(.warning, "kiosk", "\(error)")
            return true
        }
    }
}
