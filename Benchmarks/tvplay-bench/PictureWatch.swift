import CPlatform
import Glibc
import PlayCore

/// Pictures of a teacher's camera whose grey is the time at which they were made, as they arrive at another terminal.
struct PictureWatch {
    struct Sighting {
        /// The time of its creation by the wall clock, in seconds.
        var made: Double
        /// The time from its creation to its bytes, in seconds.
        var delay: Double
        var arrival: HostTime
    }

    /// The period in which black becomes white, in seconds.
    private static let period = 2.0
    /// The possible error of a figure, in seconds: the duration of one grey.
    private static let error = 0.008
    /// Pictures that are each made when they are due, with the clock's time as their grey.
    static let camera =
        "--camera=lavfi:color=black:size=64x36:rate=60,realtime,format=gray,geq=lum='floor(mod(time(0),2)*128)'"

    private var scanner = GreyScanner()
    private var seen: Int?
    private(set) var sightings: [Sighting] = []

    var count: Int { sightings.count }

    mutating func look(at student: PlayerRun, beside others: [PlayerRun]) {
        // All terminals are read, because the others would otherwise block.
        for other in others { _ = other.watch(limit: .zero) { _ in true } }
        let before = student.bytes
        guard student.watch(limit: .milliseconds(2), until: { $0.bytes > before }) else { return }
        let now = WallTime.now
        var grey: Int?
        scanner.scan(student.recent.suffix(student.bytes - before)) { grey = max(grey ?? 0, $0) }
        // The picture is surrounded by black.
        guard let grey, seen.map({ abs($0 - grey) > 3 }) ?? true else { return }
        seen = grey
        // The middle of the time with this grey.
        let made = (Double(grey) + 0.5) / 128
        // A short delay may appear negative.
        let later = (now - made + Self.error).truncatingRemainder(dividingBy: Self.period) - Self.error
        sightings.append(Sighting(made: now - later, delay: later, arrival: student.lastRead))
    }

    func figures(_ subject: String, seconds: Double) throws -> [Figure] {
        guard count > 2 else { throw BenchError("no picture came") }
        let waits = zip(sightings, sightings.dropFirst()).map { ($1.arrival - $0.arrival).inMilliseconds }
        return Self.percentiles(sightings.map { $0.delay * 1000 }, subject, "") + [
            Figure(subject: subject, name: "longest still", unit: "ms", value: waits.max() ?? 0),
            Figure(subject: subject, name: "pictures", unit: "1/s", value: Double(count) / seconds),
        ]
    }

    /// - Parameter times: in milliseconds, not empty.
    static func percentiles(_ times: [Double], _ subject: String, _ name: String) -> [Figure] {
        let sorted = times.sorted()
        return [50, 95].map { percent in
            Figure(
                subject: subject, name: name + "p\(percent)", unit: "ms",
                value: sorted[(sorted.count - 1) * percent / 100])
        }
    }
}

/// The wall clock, in seconds.
enum WallTime {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
