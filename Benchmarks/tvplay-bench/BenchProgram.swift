import CPlatform
import Glibc
import Media
import PlayCore

enum BenchProgram {
    private static let usage = """
        Usage: tvplay-bench [--list] [--case NAME]... [--clip FILE]... [--repeat N] [--json FILE]
          --list        names the cases
          --case NAME   runs only the cases whose name begins with NAME
          --clip FILE   measures with this video; default: the demo, and Big Buck Bunny of ../shared/media
          --repeat N    runs each case N times; default: 3, and 1 for cases of the whole program
          --json FILE   writes the figures as JSON, too; - is standard output

        """

    /// - Returns: the exit status: 0 if all cases ran, 1 if one did not, 2 for errors in the command line.
    static func run(_ arguments: [String]) -> Int32 {
        FFmpegLog.install()
        let options: BenchOptions
        do {
            options = try BenchOptions(arguments)
        } catch {
            writeError("tvplay-bench: \(error.message)\n" + usage)
            return 2
        }
        if options.showsHelp {
            print(usage, terminator: "")
            return 0
        }
        let cases = BenchCase.all.filter { options.selects($0) }
        if options.lists {
            let width = (cases.map(\.name.count).max() ?? 0) + 2
            for item in cases { print(TextTable.padded(item.name, to: width) + item.summary) }
            return 0
        }
        guard !cases.isEmpty else {
            writeError("tvplay-bench: no case has such a name; --list names them\n")
            return 2
        }
        return measure(cases, options)
    }

    private static func measure(_ cases: [BenchCase], _ options: BenchOptions) -> Int32 {
        let resources = ResourceLocator()
        let clips = Clip.choose(options.clips, demo: resources.path("demo/tvplay-demo.mp4")) { writeError($0) }
        let context = BenchContext(clips: clips, player: resources.executable("tvplay"))
        var report = Report()
        var failed = false
        for item in cases {
            writeError("\(item.name)…\n")
            do {
                try report.add(item, context, repeats: options.repeats)
            } catch {
                writeError("tvplay-bench: \(item.name): \(error)\n")
                failed = true
            }
        }
        if options.json != "-" { print(report.table, terminator: "") }
        if let path = options.json, !write(report.json, to: path) {
            writeError("tvplay-bench: \(path): \(String(cString: strerror(errno)))\n")
            failed = true
        }
        return failed ? 1 : 0
    }

    private static func write(_ text: String, to path: String) -> Bool {
        if path == "-" {
            print(text, terminator: "")
            return true
        }
        guard let file = fopen(path, "w") else { return false }
        let written = fputs(text, file) >= 0
        return fclose(file) == 0 && written
    }

    static func writeError(_ text: String) {
        _ = text.withCString { CPlatform.write(2, $0, strlen($0)) }
    }
}
