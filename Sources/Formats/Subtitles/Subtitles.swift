// Subtitles: subtitle files of any encoding to cues, and tracks that say what is shown at a position. Pure.
//
// Must not know: files, clocks, cells.
//
// Begin with: `SubtitleFile`, then `Cue` and the folder Tracks.
