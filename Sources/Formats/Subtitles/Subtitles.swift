// Subtitles: converts subtitle files of any encoding to cues, and tracks to the text shown at a position.
//
// Must not know: files, clocks, cells.
//
// Begin with: `SubtitleFile`, then `Cue` and the folder Tracks.
