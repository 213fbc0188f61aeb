// Processes: starts programs, waits for them, and runs them for their output.
//
// Must not know: which programs exist, and what they print.
//
// Begin with: `ProgramLaunch` (the one place that calls `posix_spawn`), then `ProgramRun`.
