// ClassImport: converts recordings of BigBlueButton and chat replays of other programs to class events, without I/O.
//
// Must not know: where files are; bytes arrive in pieces or through closures.
//
// Begin with: `ChatFormat` and `ChatReplay` for chats, `PublishedRecording` and `RawRecording` for BigBlueButton.
