// PlayerScreen: joins the screen with the player and its features: pictures for the terminal, screenshots, what lies
// over the picture, and the files that the screen reads and writes.
//
// Must not decide what plays. What TUI asks of its neighbours as protocols is met here.
//
// Begin at TerminalPictures and ScreenSources.
