// Text: what makes foreign text harmless and measured: control characters removed, width in cells, natural order.
//
// Must not know: cells, colours, files. Everything from outside passes `SafeText` before it is shown.
//
// Begin with: `SafeText`, then `TextWidth`.
