import CPlatform
import Glibc

package enum ProgramPath {
    package static func has(_ name: String) -> Bool {
        guard let list = getenv("PATH") else { return false }
        return String(cString: list).split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
