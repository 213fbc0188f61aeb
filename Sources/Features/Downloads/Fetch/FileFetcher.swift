import Addresses
import ByteCaches
import DownloadModel
import PlayCore
import Transport

/// Fetches one file by several concurrent ranges into a ``PartFile``. ``fetch()`` blocks the item's thread, which is
/// the first lane; further lanes have their own threads. Compares each response with the first version (tag, date,
/// length). Another version restarts the file, so versions are never mixed. Bytes on the disk are not requested again,
/// and bytes in the cache are copied.
final class FileFetcher: Sendable {
    struct Job: Sendable {
        let part: String
        let journal: String
        /// `nil` for a plain file.
        let key: SecureKey?
        let size: Int64?
        let number: Int
        var opening: FileOpening?
    }

    /// Starts in one run, after changes on the server.
    private static let beginnings = 4

    private let job: Job
    private let addresses: FileAddress
    private let run: FetchRun

    init(_ job: Job, _ addresses: FileAddress, _ run: FetchRun) {
        self.job = job
        self.addresses = addresses
        self.run = run
    }

    /// A part file with all its bytes, not synchronized to the disk yet.
    struct Fetched: Sendable {
        let part: PartFile
        let length: Int64
        var isPacked = false

        /// The server's time of the last change, in seconds since 1970.
        var modified: Int64? {
            part.head.validator.lastModified.flatMap(UTCTime.init(httpDate:)).map { $0.nanoseconds / 1_000_000_000 }
        }
    }

    func fetch() throws(FetchStop) -> Fetched {
        var lastEnd: Int64?
        for _ in 0..<Self.beginnings {
            do throws(FetchStop) {
                return try attempt()
            } catch {
                switch error {
                case .changed: lastEnd = nil
                case .brokenOff(let end):
                    // The response ended at the same place before, so the server's declared length is wrong.
                    if lastEnd == end { throw .problem(.shortened(at: end)) }
                    lastEnd = end
                default: throw error
                }
                Log.shared.write(.info, "downloads", "\(error): \(job.part) begins anew")
                Disk.remove(job.journal)
            }
        }
        throw .problem(DownloadProblem(lastEnd == nil ? .keepsChanging : .network))
    }

    private func attempt() throws(FetchStop) -> Fetched {
        let opening = job.opening?.claim()
        let existing = try disk { () throws(DownloadProblem) in
            try PartFile(existing: job.part, journal: job.journal, key: job.key)
        }
        report(existing?.found.count ?? 0)
        if let existing, let length = existing.length, existing.found.contains(0..<length), length > 0 {
            return Fetched(part: existing, length: length)
        }
        let start = try FileStart(job, addresses, run, existing).begin(opening)
        let transfer = FileTransfer(job, addresses, run, start)
        let length = try transfer.transfer()
        try disk { () throws(DownloadProblem) in try start.part.finish(length: length) }
        return Fetched(part: start.part, length: length, isPacked: start.isPacked)
    }

    private func report(_ done: Int64) { run.progress.update { $0.underWay[job.number] = done } }
}

extension DownloadProblem {
    fileprivate static func shortened(at end: Int64) -> DownloadProblem {
        DownloadProblem(.incomplete, number: end, detail: "the server sends \(end) bytes and has promised more")
    }
}

func disk<R>(_ body: () throws(DownloadProblem) -> R) throws(FetchStop) -> R {
    do throws(DownloadProblem) { return try body() } catch { throw .problem(error) }
}

/// The first request of a file, which determines its properties. For use on one thread.
struct FileStart {
    struct Started {
        let part: PartFile
        let exchange: HTTPExchange
        let span: Range<Int64>
        /// In bytes.
        let length: Int64?
        let hasRanges: Bool
        let done: SpanSet
        let validator: CacheValidator
        let isPacked: Bool
    }

    private let job: FileFetcher.Job
    private let addresses: FileAddress
    private let run: FetchRun
    private let existing: PartFile?

    init(_ job: FileFetcher.Job, _ addresses: FileAddress, _ run: FetchRun, _ existing: PartFile?) {
        self.job = job
        self.addresses = addresses
        self.run = run
        self.existing = existing
    }

    func begin(_ opening: FileOpening.Answer?) throws(FetchStop) -> Started {
        let cached = run.context.cache?.find(CacheKey(addresses.current().address, rule: run.context.cacheRule))
        var there = existing?.found ?? SpanSet()
        for span in cached?.covered.spans ?? [] { there.insert(span) }
        // Requests the first missing bytes. If none are missing, requests one byte to check the version.
        let size = existing?.length ?? cached?.record.info.size ?? job.size
        let gap = there.firstGap(in: 0..<max(1, size ?? .max)) ?? 0..<1
        let alignment = existing?.alignment ?? (job.key == nil ? 1 : SealedFormat.chunk)
        let first = gap.lowerBound / alignment * alignment
        // Repeats some bytes of an earlier run, because a server may send other bytes under the same tag.
        let repeated = existing?.repeatable(before: first) ?? 0
        let window = first - repeated..<min(max(gap.upperBound, first + 1), first + RangePlan.firstWindow)
        let (exchange, head) = try answer(window, repeated: repeated, opening)
        let validator = CacheValidator(head.validator)
        let part = try part(for: validator, hasRange: head.status == 206, from: window.lowerBound)
        let hasRanges = head.status == 206
        let span: Range<Int64>
        if hasRanges {
            guard let range = head.contentRange?.range, range.offset == window.lowerBound, let end = range.end,
                validator.length != nil
            else { throw .problem(DownloadProblem(.unreadable, detail: "a wrong Content-Range")) }
            span = first..<max(first, end)
        } else {
            span = 0..<(validator.length ?? .max)
        }
        var done = hasRanges ? part.found : SpanSet()
        if let length = validator.length {
            try disk { () throws(DownloadProblem) in try part.reserve(length, done: part.found.count) }
            if let cached, hasRanges, cached.record.info.validator.compare(validator) == .same {
                try copy(cached, into: part, length: length, &done)
            }
        }
        return Started(
            part: part, exchange: exchange, span: span, length: validator.length, hasRanges: hasRanges, done: done,
            validator: validator, isPacked: isPacked(head))
    }

    /// Returns the first successful response, after as many tries as necessary.
    ///
    /// - Parameter repeated: leading bytes that the disk has, which this compares.
    private func answer(
        _ window: Range<Int64>, repeated: Int64, _ opening: FileOpening.Answer?
    ) throws(FetchStop) -> (HTTPExchange, HTTPHead) {
        var retrier = FetchRetrier(run, addresses, hasGained: existing?.found.isEmpty == false)
        var opened = existing == nil && window.lowerBound == 0 ? opening?.exchange : nil
        while true {
            let now = addresses.current()
            let isOpened = opened != nil
            let exchange =
                opened
                ?? run.begin(.download(now, window, existing?.head.validator))
            opened = nil
            var found: (exchange: HTTPExchange, head: HTTPHead)?
            do throws(ByteSourceError) {
                // The resolver has checked the opening. Read before the head, which arrives before these bytes.
                let start = isOpened || window.lowerBound > 0 ? nil : Self.start(of: exchange)
                let head = try exchange.successfulHead()
                if isSubstitute(head, start, at: now.address) {
                    exchange.cancel()
                    throw ByteSourceError.page(at: now.address)
                }
                if head.status == 206, repeated > 0, head.contentRange?.range?.offset == window.lowerBound {
                    try existing?.compare(window.prefix(Int(repeated)), with: exchange)
                }
                run.progress.answered(by: now.address.origin)
                found = (exchange, head)
            } catch {
                // 416: the part does not fit the server's file. For an empty file, every range is out of bounds.
                if error.code == .httpStatus(416) {
                    if existing != nil { throw .changed }
                    if let whole = try wholeAnswer(now) { return whole }
                }
                try retrier.wait(after: error, began: exchange.began, gained: 0, generation: now.generation)
            }
            guard let found else { continue }
            if let refusal = refusal(found.head) { throw .problem(refusal) }
            return found
        }
    }

    /// Archives stay as they are, since some servers declare their own compression as a coding.
    private func isPacked(_ head: HTTPHead) -> Bool {
        guard job.key == nil, UnpackedFile.codings.contains(Self.coding(head)) else { return false }
        let names = [job.part.dropLast(PartFile.ending.count).lowercased(), head.address.path.lowercased()]
        return !names.contains { name in UnpackedFile.archives.contains { name.hasSuffix($0) } }
    }

    private func refusal(_ head: HTTPHead) -> DownloadProblem? {
        let coding = Self.coding(head)
        guard !["", "identity"].contains(coding), job.key != nil || !UnpackedFile.codings.contains(coding) else {
            return nil
        }
        return DownloadProblem(.unreadable, detail: "compressed (\(coding)) without being asked to")
    }

    private static func coding(_ head: HTTPHead) -> String { head["content-encoding"]?.lowercased() ?? "" }

    private static func start(of exchange: HTTPExchange) -> [UInt8]? {
        do throws(ByteSourceError) { return try exchange.peek(SubstitutePage.headSize) } catch { return nil }
    }

    private func isSubstitute(_ head: HTTPHead, _ start: [UInt8]?, at address: Address) -> Bool {
        if let start, SubstitutePage.isPage(start, head, at: address) { return true }
        guard let existing, !existing.found.isEmpty else { return false }
        let verdict = existing.head.validator.compare(CacheValidator(head.validator))
        return verdict != .same && SubstitutePage.replaces(existing.length, head)
    }

    private func wholeAnswer(_ now: FileAddress.Now) throws(FetchStop) -> (HTTPExchange, HTTPHead)? {
        let exchange = run.begin(.download(now, nil, nil))
        do throws(ByteSourceError) {
            return (exchange, try exchange.successfulHead())
        } catch {
            if error.code == .cancelled { throw .cancelled }
            return nil
        }
    }

    /// Returns the existing part if the server still has that version, else a new one.
    private func part(
        for validator: CacheValidator, hasRange: Bool, from start: Int64
    ) throws(FetchStop) -> PartFile {
        if let existing {
            guard existing.head.validator.compare(validator) == .same else { throw .changed }
            return existing
        }
        // A cached version was expected, so the response starts in the middle of the file.
        return try disk { () throws(DownloadProblem) in
            try Disk.makeFolders(Disk.folder(of: job.part))
            return try PartFile(new: job.part, journal: job.journal, validator, key: job.key)
        }
    }

    private func copy(
        _ cached: CachedItem, into part: PartFile, length: Int64, _ done: inout SpanSet
    ) throws(FetchStop) {
        var buffer = [UInt8](repeating: 0, count: Int(PartFile.block))
        for span in cached.covered.spans {
            var place = (span.lowerBound + part.alignment - 1) / part.alignment * part.alignment
            while place < min(span.upperBound, length) {
                if run.cancel.isCancelled { throw .cancelled }
                if let end = done.end(at: place) {
                    place = (end + part.alignment - 1) / part.alignment * part.alignment
                    continue
                }
                let limit = min(span.upperBound, done.start(after: place) ?? length, length, place + PartFile.block)
                let count = filled(&buffer, Int(limit - place), cached, place)
                let isLast = place + Int64(count) == length
                let whole = isLast ? count : count / Int(part.alignment) * Int(part.alignment)
                guard whole > 0 else { break }
                try disk { () throws(DownloadProblem) in
                    try buffer.withBytes { bytes throws(DownloadProblem) in
                        try part.write(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), at: place, isLast: isLast)
                    }
                }
                done.insert(place..<place + Int64(whole))
                run.progress.update { $0.copied += Int64(whole) }
                place += Int64(whole)
            }
        }
    }

    private func filled(_ buffer: inout [UInt8], _ wanted: Int, _ cached: CachedItem, _ place: Int64) -> Int {
        var count = 0
        buffer.withUnsafeMutableBytes { space in
            while count < wanted {
                let rest = UnsafeMutableRawBufferPointer(rebasing: space[count..<wanted])
                let read = cached.read(at: place + Int64(count), into: rest)
                if read <= 0 { break }
                count += read
            }
        }
        return count
    }
}

extension CacheValidator {
    init(_ validator: Validator) {
        self.init(entityTag: validator.entityTag, lastModified: validator.lastModified, length: validator.size)
    }
}

extension HTTPRequest {
    /// Sends the validator if there is one, so that the server reports another version at once.
    static func download(
        _ now: FileAddress.Now, _ span: Range<Int64>?, _ validator: CacheValidator?
    ) -> HTTPRequest {
        var request = HTTPRequest(now.address)
        request.priority = .download
        // `UnpackedFile` unpacks the whole file later.
        request.keepsCoding = true
        request.headers = now.headers
        guard let span else { return request }
        request.range = ByteRange(offset: span.lowerBound, end: span.upperBound == .max ? nil : span.upperBound)
        if let tag = validator?.entityTag, tag.hasPrefix("\""), let header = HTTPHeader(name: "If-Range", value: tag) {
            request.headers.append(header)
        }
        return request
    }
}
