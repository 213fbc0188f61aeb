// AdaptationSimulator: streams, lines and policies in simulated time, for tests and benchmarks.
//
// Must not know: real time or real machines. Every figure is the same on every machine.
//
// Begin with: `SimulatedRun`.
