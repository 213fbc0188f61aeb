package import DownloadModel
import Encoding
import Manifests
package import PlayCore

/// Joins a stream's segments into one file. The daemon uses a separate program. Any thread.
package protocol StreamJoining: Sendable {
    /// Blocks until the file is complete on the disk. Returns the last message, or `nil` if it was cancelled.
    ///
    /// - Parameters:
    ///   - plan: the path of a file with a ``JoinPlan``.
    ///   - progress: receives the joined share, 0 … 1.
    func join(
        planAt plan: String, cancel: CancelToken, progress: @escaping @Sendable (Double) -> Void
    ) -> JoinNews?
}

/// A stream that becomes one file. Blocks the item's thread. An interruption costs time but no bytes: segments are
/// removed only after the log has the complete file with its name.
struct JoinedStream {
    private static let entry = "stream"
    private static let planName = "join.plan"
    private static let outputName = "joined"

    let item: DownloadItem
    let store: DownloadStore
    let run: FetchRun
    let joiner: any StreamJoining

    private var main: DownloadFile { item.files.first ?? DownloadFile(name: "video.mp4", role: .video) }
    private var target: String { main.path(in: item.folder) }
    var folder: String { ItemNames.segments(of: target) }
    private var output: String { "\(folder)/\(Self.outputName)" }

    static func removeSegments(of target: String) {
        Log.shared.write(FolderRemoval.remove(ItemNames.segments(of: target), depth: 2), "downloads")
    }

    /// Continues a run that ended after all segments were fetched or joined. Returns `nil` if some are missing.
    func continued() throws(FetchStop) -> DownloadItem? {
        let finisher = FileFinisher(
            id: item.id, entry: Self.entry, target: target, part: output, ownsName: false, log: store.log,
            committer: store.committer)
        if let done = try disk({ () throws(DownloadProblem) in try finisher.finished() }) {
            return completed(done.path, done.length)
        }
        let others = item.files.dropFirst().allSatisfy { Disk.exists($0.path(in: item.folder)) }
        guard others, Disk.exists("\(folder)/\(StreamFetcher.indexName)") else { return nil }
        let stored = storedBytes
        run.progress.update { $0.finished = stored }
        return try join(chapters: [])
    }

    private var storedBytes: Int64 {
        // Folders of tracks have no extension.
        let tracks = FolderWalk.names(in: folder, for: "downloads").filter { !$0.contains(".") }
        return tracks.reduce(0) { sum, track in
            FolderWalk.names(in: "\(folder)/\(track)", for: "downloads").reduce(sum) { sum, name in
                sum + (Disk.size("\(folder)/\(track)/\(name)") ?? 0)
            }
        }
    }

    /// Returns the item with its one file, or with its folder if no container supports all tracks.
    func join(chapters: [Chapter]) throws(FetchStop) -> DownloadItem {
        let plan = "\(folder)/\(Self.planName)"
        try disk { () throws(DownloadProblem) in
            try checkSpace()
            // An earlier run's plan still has the source's chapters.
            let known = try chapters.isEmpty ? Disk.contents(plan).flatMap(Self.plan)?.chapters : nil
            try Disk.write(self.plan(known ?? chapters).json.bytes, to: plan)
        }
        run.progress.update { ($0.phase, $0.joined) = (.joining, 0) }
        let progress = run.progress
        let news = joiner.join(planAt: plan, cancel: run.cancel) { share in progress.update { $0.joined = share } }
        switch news {
        case nil: throw .cancelled
        case .failed(let problem): throw .problem(problem)
        case .progress: throw .problem(DownloadProblem(.unreadable, detail: "joining ended early"))
        case .unfit(let reason):
            Log.shared.write(.info, "downloads", "\(item.id): stays a folder of segments: \(reason)")
            return try disk { () throws(DownloadProblem) in try asFolder() }
        case .done(let isMP4): return try disk { () throws(DownloadProblem) in try named(isMP4: isMP4) }
        }
    }

    private static func plan(_ bytes: [UInt8]) -> JoinPlan? {
        (try? JSONValue(document: bytes)).flatMap { JoinPlan($0) }
    }

    /// Segments and file are on the disk at the same time.
    private func checkSpace() throws(DownloadProblem) {
        let size = run.progress.read { $0.finished }
        if let free = Disk.freeBytes(at: folder), size > free {
            throw DownloadProblem(.noSpace, number: size - free)
        }
    }

    private func plan(_ chapters: [Chapter]) -> JoinPlan {
        var plan = JoinPlan(index: "\(folder)/\(StreamFetcher.indexName)", output: output)
        plan.prefersMP4 = JoinedName.isMP4(main.name)
        plan.title = item.title
        plan.promised = promised
        plan.texts = item.files.filter { $0.role == .subtitles }.map { file in
            JoinPlan.Text(path: file.path(in: item.folder), language: JoinedName.language(file.name, beside: main.name))
        }
        plan.chapters = chapters
        return plan
    }

    private var promised: MediaTime? {
        guard let bytes = try? Disk.contents("\(folder)/main.m3u8"),
            case .media(let playlist)? = try? HLSPlaylist.parse(bytes, at: .file("main.m3u8"))
        else { return nil }
        return playlist.list.segments.reduce(.zero) { $1.isGap ? $0 : $0 + $1.duration }
    }

    private func named(isMP4: Bool) throws(DownloadProblem) -> DownloadItem {
        let file = try DiskFile(output, mode: .update)
        try file.synchronize()
        let length = try file.size()
        let name = "\(item.folder)/\(JoinedName.fitting(main.name, isMP4: isMP4))"
        let path = try store.committer.commit(
            FileCommitter.Work(
                id: item.id, entry: Self.entry, part: output, target: name, ownsName: false, length: length, file: nil))
        return completed(path, length)
    }

    /// Removes the segments and subtitle files, which the file now contains.
    private func completed(_ path: String, _ length: Int64) -> DownloadItem {
        var item = item
        for file in item.files where file.role == .subtitles { Disk.remove(file.path(in: item.folder)) }
        item.files.removeAll { $0.role == .subtitles }
        Self.removeSegments(of: target)
        let name = path.hasPrefix(item.folder + "/") ? String(path.dropFirst(item.folder.count + 1)) : path
        item.files[0] = DownloadFile(name: name, role: main.role, size: length)
        return item
    }

    private func asFolder() throws(DownloadProblem) -> DownloadItem {
        var item = item
        for name in [Self.planName, Self.outputName] { Disk.remove("\(folder)/\(name)") }
        let path = try Disk.rename(folder, toNew: "\(item.folder)/\(JoinedName.stem(main.name))")
        item.joins = false
        item.files[0].name = "\(path.dropFirst(item.folder.count + 1))/\(StreamFetcher.indexName)"
        item.files[0].size = run.progress.read { $0.finished }
        return item
    }
}

enum JoinedName {
    /// Prefixes of common codecs.
    private static let usualInMP4 = ["avc1", "avc3", "hvc1", "hev1", "av01", "mp4a", "ac-3", "ec-3", "mp4v"]

    /// - Parameters:
    ///   - codecs: as in manifests (RFC 6381); empty if unknown.
    ///   - hasTexts: whether the file includes subtitles.
    static func ending(codecs: [String], hasTexts: Bool, isSound: Bool) -> String {
        let isUsual = codecs.allSatisfy { codec in usualInMP4.contains { codec.lowercased().hasPrefix($0) } }
        let isMP4 = isUsual && !hasTexts
        return isSound ? (isMP4 ? ".m4a" : ".mka") : (isMP4 ? ".mp4" : ".mkv")
    }

    static func isMP4(_ name: String) -> Bool { [".mp4", ".m4a"].contains { name.hasSuffix($0) } }

    static func stem(_ name: String) -> String { SafeFileName.split(name).stem }

    /// Changes the extension if the file has another container.
    static func fitting(_ name: String, isMP4: Bool) -> String {
        guard Self.isMP4(name) != isMP4 else { return name }
        let isSound = name.hasSuffix(".m4a") || name.hasSuffix(".mka")
        return stem(name) + (isSound ? (isMP4 ? ".m4a" : ".mka") : (isMP4 ? ".mp4" : ".mkv"))
    }

    /// Returns `de` for `Film.de.vtt` beside `Film.mp4`.
    static func language(_ name: String, beside main: String) -> String? {
        let own = stem(name)
        guard own.hasPrefix(stem(main) + ".") else { return nil }
        let language = own.dropFirst(stem(main).count + 1).prefix { $0 != " " }
        return language.isEmpty || language == "und" ? nil : String(language)
    }
}
