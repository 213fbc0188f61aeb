// OptionSettings: converts options to the settings of targets that know no options, for the front, the player and the
// daemon.
//
// Must not know: screens.
//
// Begin with: NetworkSettings.swift.
