// RoomPlayback: attending a recorded class, or a chat beside a video, while something plays.
//
// It finds out what a location names (a package, a recording of BigBlueButton, a chat replay), opens what a class plays,
// follows the playback and says what there is to be seen at its position: a `RoomView`, a value of the target Rooms.
// It plays the videos beside the main one, and starts the programs that a class has to do with.
//
// It knows nothing of screens: pictures of pages are made by SlidePictures from the values that stand in a `RoomView`,
// and the videos beside the main one write to any `VideoSink`. A `MediaAccess` opens their bytes.
//
// Begin with `RoomSource` (reading) and `RoomCoordinator` (following).
