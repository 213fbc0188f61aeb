import TestSupport
import Testing

/// Tests that depend on the clock of this machine, or whose program uses only idle processor time. `Scripts/run-tests`
/// runs them alone, after all others.
@Suite("Real time", .serialized, .tags(.realTime), .timeLimit(.minutes(10)))
enum RealTime {}
