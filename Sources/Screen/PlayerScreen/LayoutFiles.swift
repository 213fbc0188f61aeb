import CPlatform
import Cells
import Glibc
package import Options
import PlayCore
import ScreenKit
package import TUI

package enum LayoutFiles {
    /// - Parameter option: `auto`, a name, or a path (it contains a slash or ends in `.conf`).
    package static func library(_ option: String, environment: (String) -> String?) throws(StartError) -> LayoutLibrary
    {
        var library = LayoutLibrary()
        if option == "auto" { return library }
        library.choice = .named(option)
        if LayoutLibrary.supplied.contains(where: { $0.name == option }) { return library }
        let isPath = option.contains("/") || option.hasSuffix(".conf")
        guard let path = isPath ? option : configurationFile(environment) else {
            throw StartError(message: tr("Unknown layout %1.", SafeText.clean(option, limit: 80)))
        }
        library.own = try layouts(path)
        guard let first = library.own.first else {
            throw StartError(message: tr("%1 contains no layout.", SafeText.clean(path)))
        }
        if isPath {
            library.choice = .named(first.name)
        } else if !library.own.contains(where: { $0.name == option }) {
            throw StartError(
                message: tr("No layout %1 in %2.", SafeText.clean(option, limit: 80), SafeText.clean(path)))
        }
        return library
    }

    private static func configurationFile(_ environment: (String) -> String?) -> String? {
        func folder(_ name: String, _ tail: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 + tail }
        }
        let place =
            folder("TVPLAY_HOME", "") ?? folder("XDG_CONFIG_HOME", "/tvplay") ?? folder("HOME", "/.config/tvplay")
        return place.map { $0 + "/layouts.conf" }
    }

    private static func layouts(_ path: String) throws(StartError) -> [LayoutLibrary.Named] {
        let text = try contents(path)
        do {
            return try LayoutFile.parse(text)
        } catch {
            throw StartError(message: "\(SafeText.clean(path)):\(error.line): \(error.reason)")
        }
    }

    private static func contents(_ path: String) throws(StartError) -> String {
        do throws(FileError) {
            let bytes = try WholeFile.read(path, limit: LayoutFile.maximumBytes, kind: .any)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            guard error.number != EFBIG else {
                throw StartError(message: tr("%1 is too large for a layout file.", SafeText.clean(path)))
            }
            throw StartError(message: tr("Cannot read %1: %2", SafeText.clean(path), error.reason))
        }
    }
}
