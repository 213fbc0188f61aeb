import PlayCore

/// The other machine's description of itself. Unverified texts.
package struct RemoteMachine: Sendable, Equatable {
    /// Absolute path of the created folder (0700).
    package let folder: String
    package let program: String?
    /// From `uname -m`.
    package let architecture: String
    /// From `getconf GNU_LIBC_VERSION`, such as `glibc 2.36`. Empty for another library.
    package let library: String

    /// Marks our lines: remote shells may print other text.
    private static let mark = "tvplay-ssh:"

    /// Returns a script for `sh` that creates `folder` and prints the description. PATH precedes `places`.
    package static func question(folder: String, program: String, places: [String]) -> String {
        let places = places.map { "\"" + $0 + "\"" }.joined(separator: " ")
        return """
            umask 077
            cd "$HOME" && mkdir -p \(folder) && chmod 700 \(folder) && cd \(folder) || exit 66
            echo "\(mark)folder=$(pwd -P)"
            found=$(command -v \(program))
            for place in \(places); do
                [ -n "$found" ] || [ ! -x "$place/\(program)" ] || found=$place/\(program)
            done
            echo "\(mark)program=$found"
            echo "\(mark)architecture=$(uname -m)"
            echo "\(mark)library=$(getconf GNU_LIBC_VERSION 2>/dev/null)"
            """
    }

    package init?(answer: String) {
        var values: [String: String] = [:]
        for line in answer.split(separator: "\n") where line.hasPrefix(Self.mark) {
            let parts = line.dropFirst(Self.mark.count).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        guard let folder = values["folder"], folder.hasPrefix("/"), folder.utf8.count < 90,
            // ssh treats a colon as the end of the path.
            !folder.contains(":"), let architecture = values["architecture"]
        else { return nil }
        self.folder = folder
        program = values["program"].flatMap { $0.isEmpty ? nil : $0 }
        self.architecture = architecture
        library = values["library"] ?? ""
    }

    package init(folder: String, program: String?, architecture: String, library: String) {
        (self.folder, self.program, self.architecture, self.library) = (folder, program, architecture, library)
    }

    /// Returns why the other machine's programs do not run here, or `nil` if no obstacle is known.
    package func obstacle(_ architecture: String, library: String) -> String? {
        guard self.architecture == architecture else {
            return tr("its processor differs (%1, here %2)", self.architecture, architecture)
        }
        guard let there = Self.version(self.library) else { return tr("its C library is not the GNU one") }
        guard let here = Self.version(library), here.lexicographicallyPrecedes(there) || here == there else {
            return tr("its C library is older (%1, here %2)", self.library, library)
        }
        return nil
    }

    private static func version(_ text: String) -> [Int]? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == "glibc" else { return nil }
        let numbers = words[1].split(separator: ".").map { Int($0) }
        return numbers.contains(nil) || numbers.isEmpty ? nil : numbers.compactMap(\.self)
    }
}
