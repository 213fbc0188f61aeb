/* ncurses (wide), and the macros, globals and variadic calls that Swift cannot import. Nothing else belongs here. */
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <wchar.h>
