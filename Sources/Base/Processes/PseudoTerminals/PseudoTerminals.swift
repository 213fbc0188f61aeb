// PseudoTerminals: runs a program in a pseudo terminal, for tests and benchmarks. Installed programs do not use it.
//
// Must not know: the program's output.
//
// Begin with: `PtyProgram`.
