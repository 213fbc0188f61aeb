// PlayerSettings: converts the command line's options to the settings of each part of the player.
//
// Knows the options and the features, and only converts. Separate from OptionSettings, which the daemon uses and
// which must not load FFmpeg.
//
// Begin at ListRules+Options and AccessSettings+Options.
