import Cells
import Commands
import Localization
import Options
import PlayCore
import TUI

/// Finds and reads input.conf.
enum InputConfFile {
    /// The file that was named, else the one in the configuration folder of the highest rank that has one.
    /// - Returns: the keys, and a line for each mistake in the file.
    static func load(_ parsed: ParsedOptions) throws(StartError) -> (keys: UserKeys, problems: [String]) {
        guard let (path, bytes) = try find(parsed) else {
            return (UserKeys(usesDefaults: parsed.options.usesDefaultBindings), [])
        }
        let (bindings, problems) = InputConf.parse(ByteText.text(bytes))
        return (
            UserKeys(bindings, usesDefaults: parsed.options.usesDefaultBindings),
            problems.map { "\(SafeText.clean(path)):\($0.line): " + SafeText.clean($0.text, limit: 200) }
        )
    }

    private static func find(_ parsed: ParsedOptions) throws(StartError) -> (path: String, bytes: [UInt8])? {
        if let path = parsed.options.inputConf {
            switch SmallFile.read(path) {
            case .bytes(let bytes): return (path, bytes)
            case .missing: throw failure(path, tr("no such file"))
            case .failed(let reason): throw failure(path, reason)
            }
        }
        for folder in parsed.configFolders.reversed() {
            let path = folder + "/input.conf"
            switch SmallFile.read(path) {
            case .bytes(let bytes): return (path, bytes)
            case .missing: continue
            case .failed(let reason): throw failure(path, reason)
            }
        }
        return nil
    }

    private static func failure(_ path: String, _ reason: String) -> StartError {
        StartError(message: tr("%1 cannot be read: %2", SafeText.clean(path), reason))
    }
}
