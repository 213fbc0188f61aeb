enum OptionsPlaceholder {}
