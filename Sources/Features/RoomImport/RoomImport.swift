// RoomImport: recordings of BigBlueButton and chat replays of other programs to class events. Pure.
//
// Must not know: where files lie; bytes come in pieces or through closures.
//
// Begin with: `ChatFormat` and `ChatReplay` for chats, `PublishedRecording` and `RawRecording` for BigBlueButton.
