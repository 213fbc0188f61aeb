// Screenshots: the content and the names of screenshots, and the thread that writes them; the covers that desktops show
// for the playing item.
//
// Must not know: keys, terminals.
//
// Begin with: `ScreenshotWriter`, then `ScreenshotMethod`.
