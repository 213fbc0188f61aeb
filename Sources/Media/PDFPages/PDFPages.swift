// PDFPages: the pictures and words of a PDF's pages, by poppler's programs.
//
// Must not know: classes, uploads, the use of a page.
//
// Begin with: `PDFTools`.
