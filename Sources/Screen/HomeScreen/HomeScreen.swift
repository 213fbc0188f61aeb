// HomeScreen: the start page on the screen, with its folders and catalogues: its state, keys, mouse, layout and drawing.
//
// Must not know: AppState. It reads a `HomeContext` and returns `Consequence`s. Of the downloads it shows the running ones.
//
// Begin with: `HomePage`, then `HomePage+Verbs.swift` and `HomeDrawing.swift`.
