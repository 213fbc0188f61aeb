// OptionSettings: converts options to the settings of targets that know no options.
//
// Must not know: screens.
//
// Begin with: NetworkSettings.swift.
