// Text: makes foreign text safe and measures it: control characters removed, width in cells, natural order.
//
// Must not know: cells, colours, files. Everything from outside passes `SafeText` before it is shown.
//
// Begin with: `SafeText`, then `TextWidth`.
