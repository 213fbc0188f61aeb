// PlayerSettings: converts the command line's options to the settings that each part of the player declares.
//
// Knows the options and the features, and only translates. Separate from OptionSettings, which the daemon uses and
// which must not load FFmpeg.
//
// Begin at ListRules+Options and AccessSettings+Options.
