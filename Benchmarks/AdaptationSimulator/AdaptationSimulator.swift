// AdaptationSimulator: streams, lines and policies in simulated time, for tests and benchmarks.
//
// Must not know: anything real. Every figure is the same on every machine.
//
// Begin with: `SimulatedRun`.
