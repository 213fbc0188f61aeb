// TUI: state, layers, reducer, keymap, widgets, pages, and the loop of the main thread.
//
// Must not know: FFmpeg, sockets, files, or how items are opened; an `Effect` requests blocking work.
//
// Begin with: `AppState`, `AppAction`, `Effect`, `UILoop`, then one screen; ARCHITECTURE.md, "A key".
