// PseudoTerminals: a pseudo terminal with a program in it, for tests and benchmarks. Nothing that is installed
// uses it.
//
// Must not know: what the program shows.
//
// Begin with: `PtyProgram`.
