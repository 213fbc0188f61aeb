// PlayerScreen: joins the screen with the player and its features: pictures for the terminal, screenshots, what lies
// over the picture, the files that the screen reads and writes, and the neighbours of the main loop (`LoopSource`).
//
// Must not decide which item plays.
//
// Begin at HistorySource, the shortest of them, then Surface and TerminalPictures.
