import Glibc
import PlayCore
import Processes

/// A PulseAudio without a real device, and the times at which its sound is heard. The thread `monitor` reads it.
final class BenchSound {
    private struct Recording {
        /// The left channel.
        var samples: [Int16] = []
        /// The number of samples at the arrival of each piece, and its time by the wall clock, in seconds.
        var pieces: [(count: Int, time: Double)] = []
    }

    private static let rate = 48_000.0
    /// The lead of the monitor over the sound that is heard: a block of the sink (`avsync.py` calibrates it to 4.7 ms).
    private static let lead = 0.005
    /// A beep begins after this much silence, in samples, with a sample at least this loud.
    private static let (silence, loud) = (4800, Int16(4000))

    let environment: [String]
    private let folder: TemporaryFolder
    private let server: ChildProcess
    private let monitor: ChildProcess
    /// Open while the thread reads.
    private let pipe: OutputPipe
    private let recording = Monitor(Recording())
    private let thread: WorkerThread

    init() throws {
        folder = try TemporaryFolder()
        let (path, socket) = (folder.path, folder.path + "/pulse.sock")
        let devices = "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n"
        try WholeFile.replace(path + "/asound.conf", with: Array(devices.utf8), draft: path + "/asound.draft")
        let own = ["HOME=\(path)", "XDG_RUNTIME_DIR=\(path)", "PATH=/usr/bin:/bin", "PULSE_SERVER=unix:\(socket)"]
        environment = own + ["ALSA_CONFIG_PATH=\(path)/asound.conf"]
        server = try Self.start(
            ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1"]
                + ["-L", "module-null-sink sink_name=tv rate=48000"]
                + ["-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)"],
            Array(own.dropLast()))
        let deadline = SystemClock().now + .seconds(10)
        while access(socket, F_OK) != 0 {
            guard SystemClock().now < deadline else { throw BenchError("pulseaudio did not start") }
            WakeUp().wait(until: SystemClock().now + .milliseconds(20))
        }
        pipe = try OutputPipe(for: "parec")
        monitor = try Self.start(
            [
                "parec", "-d", "tv.monitor", "--raw", "--format=s16le", "--rate=48000", "--channels=2",
                "--latency-msec=5",
            ],
            own, pipe.writing)
        pipe.closeWriting()
        let (descriptor, recording) = (pipe.reading, recording)
        thread = WorkerThread(name: "monitor") { Self.record(descriptor, recording) }
    }

    func close() {
        monitor.killGroup()
        server.killGroup()
        thread.join()
        folder.remove()
    }

    /// Returns when each beep since `start` was heard, by the wall clock, in seconds.
    func beeps(since start: Double) -> [Double] {
        let recording = recording.withLock { $0 }
        var (found, quiet) = ([Double](), 0)
        for (place, sample) in recording.samples.enumerated() {
            if sample.magnitude < Self.loud.magnitude {
                quiet += 1
                continue
            }
            if quiet >= Self.silence, let time = Self.time(of: place, recording) { found.append(time) }
            quiet = 0
        }
        return found.filter { $0 >= start }
    }

    /// Returns the time of a sample. A piece may arrive late, but never early: the earliest within a second counts.
    private static func time(of sample: Int, _ recording: Recording) -> Double? {
        let near = recording.pieces.filter { abs(Double($0.count - sample)) < rate }
        return near.map { $0.time - Double($0.count) / rate }.min().map { $0 + Double(sample) / rate + lead }
    }

    private static func record(_ descriptor: Int32, _ recording: Monitor<Recording>) {
        var (rest, piece) = ([UInt8](), [UInt8](repeating: 0, count: 16 << 10))
        while case let count = read(descriptor, &piece, piece.count), count > 0 {
            let now = WallTime.now
            let all = rest + piece.prefix(count)
            rest = Array(all.suffix(all.count % 4))
            recording.withLock { recording in
                for place in stride(from: 0, to: all.count - 3, by: 4) {
                    recording.samples.append(Int16(bitPattern: UInt16(all[place]) | UInt16(all[place + 1]) << 8))
                }
                recording.pieces.append((recording.samples.count, now))
            }
        }
    }

    private static func start(
        _ words: [String], _ environment: [String], _ output: Int32? = nil
    ) throws -> ChildProcess {
        var launch = ProgramLaunch(BenchChild.words(words))
        launch.environment = environment
        launch.place = .ownGroup
        if let output { launch.output = .descriptor(output) }
        return try launch.start()
    }
}
