enum LocalizationPlaceholder {}
