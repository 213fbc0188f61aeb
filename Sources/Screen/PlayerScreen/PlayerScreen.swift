// PlayerScreen: joins the screen with the player and its features: pictures for the terminal, screenshots, overlays,
// the files that the screen reads and writes, and the sources beside the main loop (`LoopSource`).
//
// Must not decide which item plays.
//
// Begin at HistorySource, the shortest of them, then Surface, TerminalPictures and ScreenshotWriter.
