// ClassRecording: sound and pictures of a live class become the media of its recording: everybody's sound in one, and the
// picture that viewers see large.
//
// Must not know: rights, the chat server, the screen. What is to be recorded is told by the class server.
//
// Begin with: `RecordedSound` and `RecordedPictures` (values), then `ClassRecorder`, which receives and writes.
