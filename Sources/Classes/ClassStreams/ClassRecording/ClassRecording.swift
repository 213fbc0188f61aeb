// ClassRecording: turns sound and pictures of a live class into its recording's media: all sound mixed, and the picture
// that viewers see large.
//
// Must not know: rights, the chat server, the screen. The class server says which streams are recorded.
//
// Begin with: `RecordedSound` and `RecordedPictures` (values), then `ClassRecorder`, which receives and writes.
