"""A model of a terminal that knows one thing: how much of the screen is bright.

Enough of ECMA-48 for players that paint cells in direct or 256 colours: cursor movement, SGR 0/7/27/38/48, erasing,
REP, autowrap, UTF-8. Half blocks count half by half."""
import re

_TOKEN = re.compile(
    rb"\x1b\[([0-9;:?<>=!]*)[ -/]*([@-~])|\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x1f\x7f]"
    rb"|[\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}", re.S)
_PENDING = re.compile(rb"\x1b[^\x1b]{0,4096}$|[\xc2-\xf4][\x80-\xbf]{0,2}$", re.S)


def _is_bright(r, g, b):
    return 299 * r + 587 * g + 114 * b > 128000


def _is_bright_index(n):
    if n < 16:
        return n in (7, 10, 11, 14, 15)
    if n < 232:
        n -= 16
        level = (0, 95, 135, 175, 215, 255)
        return _is_bright(level[n // 36], level[n // 6 % 6], level[n % 6])
    return 8 + 10 * (n - 232) > 128


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [0] * (columns * rows)  # bright halves of each cell: 0, 1 or 2
        self.bright = 0
        self.x = self.y = 0
        self.saved = (0, 0)
        self.fg, self.bg, self.reverse = True, False, False
        self.last = 0
        self.pending = b""

    def fraction(self):
        return self.bright / (2 * len(self.cells))

    def feed(self, data):
        data = self.pending + data
        at = 0
        for token in _TOKEN.finditer(data):
            at = token.end()
            final = token.group(2)
            if final:
                self._control(token.group(1).decode(), final)
            else:
                self._other(token.group(0))
        rest = _PENDING.search(data, max(at, len(data) - 4096))
        self.pending = data[rest.start():] if rest and rest.start() >= at else b""

    def _other(self, text):
        first = text[0]
        if first == 0x1b:
            if text == b"\x1b7":
                self.saved = (self.x, self.y)
            elif text == b"\x1b8":
                self.x, self.y = self.saved
        elif first == 13:
            self.x = 0
        elif first == 10:
            self.y = min(self.y + 1, self.rows - 1)
        elif first == 8:
            self.x = max(0, self.x - 1)
        elif first >= 32:
            fg, bg = (self.bg, self.fg) if self.reverse else (self.fg, self.bg)
            if text in (b"\xe2\x96\x80", b"\xe2\x96\x84"):  # upper, lower half
                value = fg + bg
            elif text == b"\xe2\x96\x88":  # full block
                value = 2 * fg
            else:
                value = 2 * bg
            self._put(value)

    def _put(self, value):
        if self.x >= self.columns:
            self.x = 0
            self.y = min(self.y + 1, self.rows - 1)
        self._set(self.y * self.columns + self.x, value)
        self.last = value
        self.x += 1

    def _set(self, at, value):
        if 0 <= at < len(self.cells):
            self.bright += value - self.cells[at]
            self.cells[at] = value

    def _control(self, parameters, final):
        if final == b"m":
            return self._sgr(parameters)
        if parameters[:1] in ("?", "<", ">", "="):
            return
        numbers = [int(p) if p.isdigit() else 0 for p in parameters.split(";")]
        count = max(1, numbers[0])
        if final in b"Hf":
            row, column = count, max(1, numbers[1]) if len(numbers) > 1 else 1
            self.y, self.x = min(row, self.rows) - 1, min(column, self.columns) - 1
        elif final == b"G":
            self.x = min(count, self.columns) - 1
        elif final == b"d":
            self.y = min(count, self.rows) - 1
        elif final == b"A":
            self.y = max(0, self.y - count)
        elif final == b"B":
            self.y = min(self.rows - 1, self.y + count)
        elif final == b"C":
            self.x = min(self.columns - 1, self.x + count)
        elif final == b"D":
            self.x = max(0, min(self.x, self.columns) - count)
        elif final == b"b":
            for _ in range(min(count, self.columns)):
                self._put(self.last)
        elif final in b"XKJ":
            self._erase(final, numbers[0], count)

    def _erase(self, final, mode, count):
        here = self.y * self.columns + min(self.x, self.columns - 1)
        line = self.y * self.columns
        whole = (0, len(self.cells))
        if final == b"X":
            span = (here, min(here + count, line + self.columns))
        elif final == b"K":
            span = ((here, line + self.columns), (line, here + 1), (line, line + self.columns))[min(mode, 2)]
        else:
            span = ((here, whole[1]), (0, here + 1), whole)[min(mode, 2)]
        for at in range(*span):
            self._set(at, 2 * self.bg)

    def _sgr(self, parameters):
        numbers = [int(p) if p.isdigit() else 0 for p in re.split("[;:]", parameters.replace("2::", "2:"))]
        at = 0
        while at < len(numbers):
            n = numbers[at]
            at += 1
            if n == 0:
                self.fg, self.bg, self.reverse = True, False, False
            elif n == 7 or n == 27:
                self.reverse = n == 7
            elif n in (38, 48):
                kind = numbers[at] if at < len(numbers) else 0
                if kind == 2 and at + 3 < len(numbers):
                    bright = _is_bright(*numbers[at + 1:at + 4])
                    at += 4
                elif kind == 5 and at + 1 < len(numbers):
                    bright = _is_bright_index(numbers[at + 1])
                    at += 2
                else:
                    return
                self.fg, self.bg = (bright, self.bg) if n == 38 else (self.fg, bright)
            elif n == 39:
                self.fg = True
            elif n == 49:
                self.bg = False
            elif 30 <= n <= 37:
                self.fg = _is_bright_index(n - 30)
            elif 40 <= n <= 47:
                self.bg = _is_bright_index(n - 40)
            elif 90 <= n <= 97:
                self.fg = _is_bright_index(n - 82)
            elif 100 <= n <= 107:
                self.bg = _is_bright_index(n - 92)
