// Terminal: the one owner of the tty: modes, rows by ncurses, input, signals, the line's rate, the crash guard.
//
// Must not know: players, the contents of the screen.
//
// Begin with: `NcursesTerminal`, then `InputParser`, `LinkEstimator`, `CrashGuard`;
// docs/decisions/picture-and-chrome-output.md.
