// Options: the table of commands and options: parsing, configuration files, help, completions, manual page.
//
// Must not know: the effects of options. The manual page and docs/guide/options.md are generated from it.
//
// Begin with: `OptionTable`, then `OptionSpec` and `OptionParser`.
