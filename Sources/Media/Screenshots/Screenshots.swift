// Screenshots: what a screenshot shows, how it is called, and the thread that writes it; the covers that the
// desktop sees.
//
// Must not know: keys, terminals.
//
// Begin with: `ScreenshotWriter`, then `ScreenshotMethod`.
