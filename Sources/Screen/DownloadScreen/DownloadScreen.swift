// DownloadScreen: the list of downloads on the screen: its state, keys, mouse, layout and drawing.
//
// Must not know: AppState or another feature. It reads a `PlayerContext` and returns `Consequence`s.
//
// Begin with: `DownloadsPage`, then `DownloadsPage+Verbs.swift` and `DownloadsDrawing.swift`.
