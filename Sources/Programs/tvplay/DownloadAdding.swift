import Cells
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import Options
import PlayCore
import Processes

/// `tvplay get`: adds items, and with `--wait` waits until they have ended.
struct DownloadAdding {
    private let wish: DownloadWish
    private let options: PlayerOptions
    private let start: DownloadStart
    private let typed: [TypedOption]
    private let isJSON: Bool

    init(
        _ wish: DownloadWish, _ options: PlayerOptions, _ start: DownloadStart, typed: [TypedOption], isJSON: Bool
    ) {
        (self.wish, self.options, self.start) = (wish, options, start)
        (self.typed, self.isJSON) = (typed, isJSON)
    }

    /// - Returns: the exit status. Success also if an item is already in the list, because the result is the same.
    func run(_ client: DownloadClient) throws(DownloadClientError) -> Int32 {
        var tally = DownloadTally()
        let references = wish.references + wish.inputFiles.flatMap { read($0, &tally) }
        if let refusal = refusal(references.count) {
            DownloadProgram.complain(refusal)
            return ExitCode.playFailed.rawValue
        }
        if wish.listsFormats {
            return try DownloadFormats(isJSON: isJSON).run(references.map(Self.reference), settings, client).rawValue
        }
        var ids: [String] = []
        var new: [(id: String, name: String)] = []
        let names = wish.classID.map { [$0] } ?? references
        for start in stride(from: 0, to: names.count, by: DownloadTally.batch) {
            let part = names[start..<min(names.count, start + DownloadTally.batch)].filter { name in
                guard wish.classID == nil, Self.isFile(name) else { return true }
                tally.failed += 1
                DownloadProgram.complain(
                    tr("%1: already a file on this computer; tvplay plays it as it is", DownloadText.clean(name)))
                return false
            }
            guard !part.isEmpty else { continue }
            for (name, answer) in zip(part, try client.batch(part.map(call))) {
                switch answer {
                case .success(let id):
                    tally.done += 1
                    ids.append(id.text ?? "")
                    new.append((id.text ?? "", name))
                case .failure(.refused(let problem)) where problem.code == .duplicate:
                    DownloadProgram.complain(
                        tr("%1: already in the list as %2", DownloadText.clean(name), problem.detail))
                    tally.done += 1
                    ids.append(problem.detail)
                case .failure(let error):
                    tally.failed += 1
                    DownloadProgram.complain(tr("%1: %2", DownloadText.clean(name), error.message))
                }
            }
        }
        try say(new, client)
        guard wish.waits else { return tally.exitCode.rawValue }
        let refused = tally.failed > 0 ? tally.exitCode.rawValue : nil
        let watch = DownloadWatch(isJSON: isJSON)
        let outcome = try watch.wait(for: ids, client) { id throws(DownloadClientError) in try completed(id, client) }
        return outcome.status ?? refused ?? ExitCode.success.rawValue
    }

    /// Returns `nil` if the options fit the request.
    private func refusal(_ count: Int) -> String? {
        if let text = wish.checksum, DownloadChecksum(text) == nil {
            return tr("%1: a checksum is sha-256= and 64 hexadecimal digits", DownloadText.clean(text))
        }
        guard wish.name != nil || wish.checksum != nil, count > 1 else { return nil }
        return trn(
            "--out and --checksum are about one file, and there is %1 address",
            "--out and --checksum are about one file, and there are %1 addresses", count)
    }

    /// Runs the program of `--on-complete` to its end.
    private func completed(_ id: String, _ client: DownloadClient) throws(DownloadClientError) {
        guard let program = wish.onComplete else { return }
        let keys = ["gid", "label", "reference", "dir", "files"].map(JSONValue.string)
        let answer = try client.call(.tell, [.list([.string(id)]), .list(keys)])
        // It may have been removed from the list meanwhile.
        guard let row = (answer.items ?? []).first.flatMap({ DownloadRecord($0) }) else { return }
        var launch = ProgramLaunch([program, id, "\(row.files.count)", row.mainPath ?? ""])
        (launch.output, launch.errors) = (.inherited, .inherited)
        do throws(ProgramError) {
            let end = try launch.start().wait()
            guard end.status != 0 else { return }
            DownloadProgram.complain(
                tr("%1: %2 ended with status %3", id, DownloadText.clean(program), "\(end.status)"))
        } catch {
            DownloadProgram.complain(tr("Cannot run %1: %2", DownloadText.clean(program), error.reason))
        }
    }

    /// The longest list that is read, in bytes.
    private static let longestList = 16 << 20

    /// Reads a list of addresses. An M3U playlist is one, since its other lines begin with #.
    private func read(_ file: String, _ tally: inout DownloadTally) -> [String] {
        do throws(FileError) {
            let bytes = try WholeFile.read(file == "-" ? "/dev/stdin" : file, limit: Self.longestList, kind: .any)
            func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
            return ByteText.text(bytes).split(whereSeparator: \.isNewline).map { line in
                String(line.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
            }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        } catch {
            tally.failed += 1
            DownloadProgram.complain(
                tr("Cannot read the list %1: %2", DownloadText.clean(ByteText.shown(file)), error.reason))
            return []
        }
    }

    /// Prints a line for each: a sentence on a terminal, elsewhere its ID, the request, and the target.
    private func say(_ new: [(id: String, name: String)], _ client: DownloadClient) throws(DownloadClientError) {
        let targets = try DownloadTargets.targets(of: new.map(\.id), client)
        let isRead = !isJSON && isatty(STDOUT_FILENO) == 1
        let lines = new.map { id, name in
            let path = targets[id]?.path ?? ""
            // As in the list, without a password in the address.
            let shown = targets[id]?.reference ?? name
            return isJSON
                ? DownloadText.line(
                    .object(["gid": .string(id), "reference": .string(shown), "path": .string(path)]))
                : isRead
                    ? DownloadText.added(id, shown, path: path)
                    : [id, DownloadText.clean(shown), DownloadText.clean(path)].joined(separator: "\t") + "\n"
        }
        let hint = isRead && !wish.waits && !new.isEmpty ? tr("tvplay downloads shows the progress.") + "\n" : ""
        _ = DownloadProgram.write(lines.joined() + hint)
    }

    private func call(_ name: String) -> DownloadClient.Call {
        if let classID = wish.classID {
            return DownloadClient.Call(
                .addPlayback, [.string(classID), wish.sessionID.map(JSONValue.string) ?? .null, settings])
        }
        return DownloadClient.Call(.addUri, [.list([.string(Self.reference(name))]), settings])
    }

    /// Returns whether the name is a file other than a manifest, which names items to download.
    private static func isFile(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("://") && !name.contains(".tvplay.json")
            && ByteText.withCString(UserPath.absolute(name)) { access($0, F_OK) == 0 }
    }

    /// Returns an absolute path for a manifest file, because the daemon has another working folder.
    private static func reference(_ name: String) -> String {
        !name.contains("://") && name.contains(".tvplay.json") ? UserPath.absolute(name) : name
    }

    /// Returns this command line's languages. Those of the configuration concern playback.
    private func languages(_ name: String) -> JSONValue? {
        DaemonArguments.languages(name, typed).map { .list($0.map(JSONValue.string)) }
    }

    private var settings: JSONValue {
        let notes = wish.notes.map { JSONValue.Member($0.name, .string($0.value)) }
        return .object([
            "dir": wish.folder.map { .string(UserPath.absolute($0)) },
            "definition": wish.definitions.isEmpty ? nil : .list(wish.definitions.map { .string($0.rawValue) }),
            "secure": wish.isSecure ? .flag(true) : nil, "pause": wish.isPaused ? .flag(true) : nil,
            "keep-segments": wish.keepsSegments ? .flag(true) : nil,
            "in-cache": wish.isInCache ? .flag(true) : nil, "priority": wish.priority.map(JSONValue.number),
            "max-download-limit": wish.limit.map(JSONValue.integer), "title": wish.title.map(JSONValue.string),
            "out": wish.name.map(JSONValue.string), "checksum": wish.checksum.map(JSONValue.string),
            "remote-time": wish.keepsServerTime ? .flag(true) : nil, "umask": DownloadStart.umaskMember,
            "notes": notes.isEmpty ? nil : .object(notes),
            "access-key": options.services.accessKey.map(JSONValue.string), "request-options": start.requestMember,
            "audio-languages": languages("alang"), "text-languages": languages("slang"),
            "version": options.services.clippedVersion.map { .integer(Int64($0)) },
        ])
    }
}
