// TUI: state, layers, reducer, keymap, widgets, pages, and the loop of the main thread.
//
// Must not know: FFmpeg, sockets, files, how anything is opened; blocking work is requested by an `Effect`.
//
// Begin with: `AppState`, `AppAction`, `Effect`, `UILoop`, then one screen; ARCHITECTURE.md, "A key".
