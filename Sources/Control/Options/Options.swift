// Options: the table of commands and options: parsing, configuration files, help, completions, manual page.
//
// Must not know: what an option does. The manual page and docs/guide/options.md are made of it.
//
// Begin with: `OptionTable`, then `OptionSpec` and `OptionParser`.
