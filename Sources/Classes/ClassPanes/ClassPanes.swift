// ClassPanes: the page of a class on the screen, recorded or live: its panes, fields, lists and keys.
//
// Must not know: AppState, and where a class comes from. It reads a `ClassContext` and returns `Consequence`s.
//
// Begin with: `ClassScreen`, `ClassPart`, then `ClassScreen+Keys.swift` and `ClassDrawing.swift`.
