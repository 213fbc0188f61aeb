import Cells
import Commands
package import Options
import PlayCore
import ScreenKit
package import TUI

package enum InputConfFile {
    package struct Problem {
        let path: String
        let line: Int
        /// In the user's language; contains unverified text.
        let text: String

        package var message: String { "\(SafeText.clean(path)):\(line): " + SafeText.clean(text, limit: 200) }

        package var shortMessage: String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return "\(SafeText.clean(name)):\(line): " + SafeText.clean(text, limit: 200)
        }
    }

    package static func load(_ parsed: ParsedOptions) throws(StartError) -> (keys: UserKeys, problems: [Problem]) {
        guard let (path, bytes) = try find(parsed) else {
            return (UserKeys(usesDefaults: parsed.options.usesDefaultBindings), [])
        }
        let (bindings, problems) = InputConf.parse(ByteText.text(bytes))
        return (
            UserKeys(bindings, usesDefaults: parsed.options.usesDefaultBindings),
            problems.map { Problem(path: path, line: $0.line, text: $0.text) }
        )
    }

    /// Reads the named file, else the one in the first configuration folder that has one.
    private static func find(_ parsed: ParsedOptions) throws(StartError) -> (path: String, bytes: [UInt8])? {
        if let path = parsed.options.inputConf {
            switch SmallFile.read(path) {
            case .bytes(let bytes): return (path, bytes)
            case .missing: throw failure(path, tr("no such file"))
            case .denied(let reason), .failed(let reason): throw failure(path, reason)
            }
        }
        for folder in parsed.configFolders.reversed() {
            let path = folder + "/input.conf"
            switch SmallFile.read(path) {
            case .bytes(let bytes): return (path, bytes)
            // Denied: a warning has already named the tvplay.conf of the same folder.
            case .missing, .denied: continue
            case .failed(let reason): throw failure(path, reason)
            }
        }
        return nil
    }

    private static func failure(_ path: String, _ reason: String) -> StartError {
        StartError(message: tr("Cannot read %1: %2", SafeText.clean(path), reason))
    }
}
