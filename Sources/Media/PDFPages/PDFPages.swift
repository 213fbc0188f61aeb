// PDFPages: pictures and words of the pages of a PDF, by poppler's programs.
//
// Must not know: classes, uploads, the use of a page.
//
// Begin with: `PDFTools`.
