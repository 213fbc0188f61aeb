/* ALSA, and the parts of it that Swift cannot import. Nothing else belongs here. */
#pragma once
#include <alsa/asoundlib.h>

static void tv_alsa_silent(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file; (void)line; (void)function; (void)error; (void)format;
}
/* Keeps libasound from writing to standard error, where the picture is. */
static inline void tv_alsa_silence_errors(void) { snd_lib_error_set_handler(tv_alsa_silent); }
