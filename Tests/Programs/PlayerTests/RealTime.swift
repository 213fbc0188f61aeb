import TestSupport
import Testing

/// Tests that judge by the clock of this machine, or whose program takes only what others leave of the processors.
/// `Scripts/run-tests` runs them alone, after all others.
@Suite("Real time", .serialized, .tags(.realTime), .timeLimit(.minutes(10)))
enum RealTime {}
