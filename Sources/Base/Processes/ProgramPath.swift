import CPlatform
import Glibc

/// Where programs are found by their names.
package enum ProgramPath {
    /// Whether there is such a program in `PATH`.
    package static func has(_ name: String) -> Bool {
        guard let list = getenv("PATH") else { return false }
        return String(cString: list).split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
