enum TUIPlaceholder {}
