// PseudoTerminals: a pseudo terminal with a program in it, for tests and benchmarks. Installed programs do not use
// it.
//
// Must not know: the program's output.
//
// Begin with: `PtyProgram`.
