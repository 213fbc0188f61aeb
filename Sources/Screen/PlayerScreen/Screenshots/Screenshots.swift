// Screenshots: the content and the names of screenshots, and the thread that writes them; the covers that the
// desktop sees.
//
// Must not know: keys, terminals.
//
// Begin with: `ScreenshotWriter`, then `ScreenshotMethod`.
