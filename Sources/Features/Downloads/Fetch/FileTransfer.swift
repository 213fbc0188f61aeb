import Addresses
import ByteCaches
import DownloadModel
import PlayCore
import Transport

/// The lanes of one file, from its first response to its last byte. Any thread.
final class FileTransfer: Sendable {
    private struct State {
        var plan: RangePlan
        /// The length in bytes. If no server declared it, it is known only at the end.
        var length: Int64?
        var stop: FetchStop?
        var lanes = 1
        /// The bytes read by lanes but not written yet.
        var unwritten: Int64 = 0

        /// Returns the unwritten rest of a lane's window to the plan.
        mutating func release(_ reader: LaneReader) {
            plan.release(reader.position..<max(reader.position, reader.span.upperBound))
            unwritten -= Int64(reader.filled)
        }
    }

    private let job: FileFetcher.Job
    private let addresses: FileAddress
    private let run: FetchRun
    private let part: PartFile
    private let validator: CacheValidator
    private let hasRanges: Bool
    private let state: Monitor<State>
    /// The time to gather a piece, which limits the age of the displayed progress.
    private static let gathering = HostTime.milliseconds(200)
    private let first: Monitor<(exchange: HTTPExchange, span: Range<Int64>)?>

    init(_ job: FileFetcher.Job, _ addresses: FileAddress, _ run: FetchRun, _ start: FileStart.Started) {
        self.job = job
        self.addresses = addresses
        self.run = run
        part = start.part
        validator = start.validator
        hasRanges = start.hasRanges
        var plan = RangePlan(length: start.length, done: start.done)
        // Skips bytes that were copied from the cache meanwhile.
        let span = start.hasRanges ? start.done.firstGap(in: start.span) : start.span
        if let span { plan.claim(span) }
        state = Monitor(State(plan: plan, length: start.length))
        first = Monitor(span == start.span ? (start.exchange, start.span) : nil)
        // The response is useless, but its connection can be reused once it has ended.
        if span != start.span {
            if let span { state.withLock { $0.plan.release(span) } }
            start.exchange.cancel()
        }
        report()
    }

    /// Returns the file's length in bytes.
    func transfer() throws(FetchStop) -> Int64 {
        lane()
        // The other lanes end when no window is left, or one of them stops.
        _ = state.wait { $0.lanes == 0 ? true : nil }
        let (stop, known) = state.withLock { ($0.stop, $0.length) }
        if let stop { throw stop }
        guard let length = known, !run.cancel.isCancelled else { throw .cancelled }
        if length == 0 {
            guard validator.length != nil else {
                throw .problem(DownloadProblem(.incomplete, detail: "the server sent nothing, and did not say so"))
            }
            guard !SubstitutePage.isMedia(addresses.current().address) else {
                throw .problem(DownloadProblem(.incomplete, detail: "the server sent an empty file"))
            }
            try write(UnsafeRawBufferPointer(start: nil, count: 0), at: 0, isLast: true)
        }
        return length
    }

    // MARK: Lanes

    /// Fetches windows until none is left, another lane has stopped, or the server allows fewer connections.
    private func lane() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
        defer { buffer.deallocate() }
        do throws(FetchStop) {
            let begun = first.withLock { first in
                defer { first = nil }
                return first
            }
            if let (exchange, span) = begun {
                addLanes()
                guard try fetch(span, exchange, buffer) == .more else { return }
            }
            while let span = next() {
                guard try fetch(span, nil, buffer) == .more else { return }
            }
        } catch {
            state.update {
                $0.stop = $0.stop ?? error
                $0.lanes -= 1
            }
        }
    }

    /// Whether the file is written in one piece (``PartFile``).
    private var isSmall: Bool { validator.length.map { $0 <= PartFile.block } ?? false }

    private var bufferSize: Int { isSmall ? max(1, Int(validator.length ?? 0)) : 2 * Int(PartFile.step) }

    private func next() -> Range<Int64>? {
        let limit = run.progress.laneLimit
        let span = state.update { state -> Range<Int64>? in
            if state.stop == nil, !run.cancel.isCancelled, state.lanes <= limit,
                let span = state.plan.nextSpan(lanes: limit)
            {
                return span
            }
            state.lanes -= 1
            return nil
        }
        if span != nil { addLanes() }
        return span
    }

    private func addLanes() {
        guard hasRanges else { return }
        let limit = run.progress.laneLimit
        let count = state.withLock { state -> Int in
            guard state.stop == nil, let length = state.length else { return 0 }
            let left = length - state.plan.doneCount - state.plan.claimed.count
            let wanted = min(limit - state.lanes, Int((left + PartFile.block - 1) / PartFile.block))
            guard wanted > 0 else { return 0 }
            state.lanes += wanted
            return wanted
        }
        for _ in 0..<count { WorkerThread(name: "dl-lane") { [self] in lane() }.detach() }
    }

    /// Fetches one window with as many requests as needed. Returns `.end` if the server allows no more connections.
    private func fetch(
        _ span: Range<Int64>, _ begun: HTTPExchange?, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FetchStop) -> Outcome {
        run.progress.update { $0.connections += 1 }
        defer { run.progress.update { $0.connections -= 1 } }
        var reader = LaneReader(span: span)
        var exchange = begun
        var isChecked = begun != nil
        var hasEnded = false
        var retrier = FetchRetrier(run, addresses, hasGained: true)
        defer {
            if !hasEnded { state.withLock { [reader] state in state.release(reader) } }
            if reader.filled > 0 { report() }
        }
        while reader.position + Int64(reader.filled) < span.upperBound {
            let now = addresses.current()
            // Repeats the last bytes that this lane has written, see ``FileStart``.
            let repeated = reader.filled == 0 && hasRanges ? min(PartFile.overlap, reader.place - span.lowerBound) : 0
            let answer = exchange ?? begin(reader.place - repeated..<span.upperBound, now)
            exchange = answer
            let before = reader.place
            do throws(ByteSourceError) {
                if !isChecked {
                    try check(answer, from: reader.place - repeated)
                    if repeated > 0 { try part.compare(reader.place - repeated..<reader.place, with: answer) }
                }
                isChecked = true
                if try read(answer, &reader, buffer) == .end { return .more }
            } catch {
                // Another lane's error, perhaps of the disk, comes first. After a cancellation, received bytes are
                // written.
                let stop = state.withLock { $0.stop }
                if let stop, stop != .cancelled { throw stop }
                try flush(&reader, buffer, keepsTail: false, toEdge: false)
                if let stop { throw stop }
                exchange = nil
                isChecked = false
                retrier.gained(Int(reader.place - before))
                if Self.isTooMany(error), endsUnlessLast(reader) {
                    hasEnded = true
                    return .end
                }
                try retrier.wait(
                    after: error, began: answer.began, gained: reader.place - before, generation: now.generation)
                // A server without ranges can only send from the beginning.
                if !hasRanges, reader.place > 0 {
                    throw error.code == .truncated ? .brokenOff(at: reader.place) : .changed
                }
            }
        }
        return .more
    }

    /// Ends a lane whose connection the server refuses, unless it is the last one. Returns its window to the plan in
    /// the same step: the other lanes end when no window is left, so a window returned later would never be fetched.
    private func endsUnlessLast(_ reader: LaneReader) -> Bool {
        let ends = state.update { state in
            guard state.lanes > 1 else { return false }
            state.release(reader)
            state.lanes -= 1
            return true
        }
        if ends { run.progress.laneLimit -= 1 }
        return ends
    }

    private static func isTooMany(_ error: ByteSourceError) -> Bool {
        error.code == .httpStatus(429) || error.code == .httpStatus(503)
    }

    private func begin(_ span: Range<Int64>, _ now: FileAddress.Now) -> HTTPExchange {
        run.begin(.download(now, hasRanges ? span : nil, validator))
    }

    /// Checks that a response has the first version, and the requested place.
    private func check(_ exchange: HTTPExchange, from place: Int64) throws(ByteSourceError) {
        let head = try exchange.successfulHead()
        let verdict = validator.compare(CacheValidator(head.validator))
        let isOther = head.status != (hasRanges ? 206 : 200)
        if verdict == .changed || isOther, SubstitutePage.replaces(validator.length, head) {
            exchange.cancel()
            throw .page(at: exchange.request.address)
        }
        // Without tag and date, the length must suffice within one run.
        guard verdict != .changed, !isOther else {
            throw ByteSourceError(.changed, operation: "download", context: exchange.request.address.withoutSecrets)
        }
        if hasRanges, head.contentRange?.range?.offset != place {
            throw ByteSourceError(
                .invalidReply, operation: "download", context: exchange.request.address.withoutSecrets)
        }
    }

    private enum Outcome { case more, end }

    private func read(
        _ exchange: HTTPExchange, _ reader: inout LaneReader, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Outcome {
        while reader.place < reader.span.upperBound {
            let length = min(PartFile.step, Int64(buffer.count - reader.filled), reader.span.upperBound - reader.place)
            let count = try exchange.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[reader.filled..<reader.filled + Int(length)]),
                gathering: Self.gathering)
            if count == 0 {
                // A response may be shorter than requested. The rest is requested again.
                guard validator.length == nil else {
                    throw ByteSourceError(
                        .truncated, operation: "download", context: exchange.request.address.withoutSecrets)
                }
                return try finish(&reader, buffer)
            }
            run.received(count)
            reader.filled += count
            state.withLock { $0.unwritten += Int64(count) }
            report()
            if reader.place == validator.length || reader.place == reader.span.upperBound
                || !isSmall && reader.filled > Int(PartFile.step)
            {
                try flushing { () throws(FetchStop) in
                    try flush(&reader, buffer, keepsTail: validator.length == nil)
                }
            }
            if state.withLock({ $0.stop != nil }) {
                throw ByteSourceError(.cancelled, operation: "download", context: "")
            }
        }
        return .more
    }

    private func finish(
        _ reader: inout LaneReader, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Outcome {
        let length = reader.place
        state.withLock { $0.length = length }
        try flushing { () throws(FetchStop) in try flush(&reader, buffer, keepsTail: false) }
        state.withLock { $0.plan.length = length }
        return .end
    }

    // MARK: Writing

    /// Wraps errors of writing in the reader's error type.
    private func flushing(_ body: () throws(FetchStop) -> Void) throws(ByteSourceError) {
        do throws(FetchStop) { try body() } catch {
            state.update { $0.stop = $0.stop ?? error }
            throw ByteSourceError(.io, operation: "write", context: job.part)
        }
    }

    /// Writes the complete part of the buffer and records it in the journal.
    ///
    /// - Parameters:
    ///   - keepsTail: whether to hold back the last unit (``PartFile/alignment``), possibly the end of a file of
    ///     unknown length.
    ///   - toEdge: whether to write only up to a step's edge within the window, so that the journal has few entries.
    private func flush(
        _ reader: inout LaneReader, _ buffer: UnsafeMutableRawBufferPointer, keepsTail: Bool, toEdge: Bool = true
    ) throws(FetchStop) {
        guard reader.filled > 0 else { return }
        let end = reader.place
        let isLast = end == state.withLock({ $0.length })
        var target = end
        if !isLast {
            let edge = end / PartFile.step * PartFile.step
            let isEdge = toEdge && reader.filled >= Int(PartFile.step) && edge > reader.position
            target = isEdge ? edge : end / part.alignment * part.alignment
            if keepsTail, target == end { target -= part.alignment }
        }
        let count = Int(target - reader.position)
        guard count > 0 else { return drop(&reader, buffer, written: 0, isLast) }
        try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: reader.position, isLast: isLast)
        let span = reader.position..<target
        state.withLock { $0.plan.finish(span) }
        drop(&reader, buffer, written: count, isLast)
        report()
    }

    private func drop(
        _ reader: inout LaneReader, _ buffer: UnsafeMutableRawBufferPointer, written count: Int, _ isLast: Bool
    ) {
        let rest = reader.filled - count
        if rest > 0, count > 0 {
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: buffer[count..<count + rest]))
        }
        reader.position += Int64(count)
        reader.filled = rest
        state.withLock { $0.unwritten -= Int64(count) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, isLast: Bool) throws(FetchStop) {
        try disk { () throws(DownloadProblem) in try part.write(bytes, at: offset, isLast: isLast) }
    }

    private func report() {
        let (done, length) = state.withLock { ($0.plan.doneCount + $0.unwritten, $0.length) }
        run.progress.update { progress in
            progress.underWay[job.number] = done
            if job.number == 0, progress.total == nil { progress.total = length }
        }
    }
}

private struct LaneReader {
    let span: Range<Int64>
    var position: Int64
    /// The bytes read but not written.
    var filled = 0

    init(span: Range<Int64>) {
        self.span = span
        position = span.lowerBound
    }

    var place: Int64 { position + Int64(filled) }
}
