// ClassPlayback: attending a recorded class, or a chat beside a video, while an item plays.
//
// It detects the form of a location (a package, a recording of BigBlueButton, a chat replay) and opens its media. It
// follows playback and provides the view at its position: a `ClassView`, a value of the target Classes. It plays the
// videos beside the main one, and starts the programs for links and broadcasts of a class.
//
// Must not know: screens. SlidePictures makes the pictures of pages from the values in a `ClassView`. The videos beside
// the main one write to any `VideoSink`. A `MediaAccess` opens their bytes.
//
// Begin with: `ClassSource` (reading) and `ClassCoordinator` (following).
