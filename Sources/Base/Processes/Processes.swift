// Processes: how programs are started, waited for, and run for what they print.
//
// Must not know: which programs there are, and what they print.
//
// Begin with: `ProgramLaunch` (the one place that calls `posix_spawn`), then `ProgramRun`.
