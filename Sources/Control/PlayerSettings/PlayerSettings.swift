// PlayerSettings: what the command line's options mean to those who play, as the settings that each of them declares.
//
// Knows the options and the features, and does nothing but translate. Apart from OptionSettings, which the daemon uses
// and which must not load FFmpeg.
//
// Begin at ListRules+Options and AccessSettings+Options.
