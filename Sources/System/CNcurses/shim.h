/* ncurses (wide), and the macros, globals and variadic calls that Swift cannot import. Nothing else belongs here. */
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <wchar.h>

static inline WINDOW *tv_stdscr(void) { return stdscr; }
static inline WINDOW *tv_curscr(void) { return curscr; }
static inline WINDOW *tv_newscr(void) { return newscr; }
static inline int tv_colors(void) { return COLORS; }
static inline unsigned tv_bold(void) { return A_BOLD; }
static inline unsigned tv_dim(void) { return A_DIM; }
static inline unsigned tv_italic(void) { return A_ITALIC; }
static inline unsigned tv_underline(void) { return A_UNDERLINE; }
static inline unsigned tv_reverse(void) { return A_REVERSE; }
/* Returns the string of a capability, or NULL if it is absent or not a string. */
static inline const char *tv_capability_string(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (const char *)-1 ? (const char *)0 : value;
}
/* Writes one character with attributes and a colour pair. At the lower right corner the result is ERR, although the
   cell is set. */
static inline void tv_put(WINDOW *window, int row, int column, wchar_t glyph, unsigned attributes, int pair) {
    wchar_t text[2] = {glyph, 0};
    cchar_t cell;
    if (setcchar(&cell, text, attributes, 0, &pair) != ERR) mvwadd_wch(window, row, column, &cell);
}
