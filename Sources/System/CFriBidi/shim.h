/* FriBidi, loaded when the first text with right-to-left letters is reordered. Its types and numbers come from the
   headers, so calls are type-checked. Nothing else belongs here. */
#pragma once
#include <dlfcn.h>
#include <fribidi/fribidi.h>

/* The functions in use. */
#define TV_FRIBIDI_FUNCTIONS(X) \
    X(fribidi_get_bidi_types) X(fribidi_get_bracket_types) X(fribidi_get_par_embedding_levels_ex) \
    X(fribidi_get_joining_types) X(fribidi_join_arabic) X(fribidi_shape) X(fribidi_reorder_line)

#define TV_FRIBIDI_MEMBER(name) __typeof__(&name) name;
struct tv_fribidi { TV_FRIBIDI_FUNCTIONS(TV_FRIBIDI_MEMBER) };
#undef TV_FRIBIDI_MEMBER

/* Returns NULL, or the name of a missing function or library. The library stays loaded. */
static inline const char *tv_fribidi_load(struct tv_fribidi *table) {
    void *library = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_FRIBIDI_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "FriBidi has no " #name;
    TV_FRIBIDI_FUNCTIONS(TV_FRIBIDI_LOOK_UP)
#undef TV_FRIBIDI_LOOK_UP
    return 0;
}

enum { tv_fribidi_most = 4096 };

/* Puts a line of at most `tv_fribidi_most` scalars into visual order from left to right. Brackets are mirrored and
   Arabic letters joined, without ligatures, so that the number of scalars stays. `places` receives the original
   index of each. Returns 0 if the text is unchanged. */
static inline int tv_fribidi_order(
    const struct tv_fribidi *library, uint32_t *text, int count, int is_right_to_left, int *places) {
    if (count < 1 || count > tv_fribidi_most) return 0;
    FriBidiCharType types[count];
    FriBidiBracketType brackets[count];
    FriBidiLevel levels[count];
    FriBidiArabicProp joining[count];
    FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    library->fribidi_get_bidi_types(text, count, types);
    library->fribidi_get_bracket_types(text, count, types, brackets);
    if (!library->fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels)) return 0;
    library->fribidi_get_joining_types(text, count, joining);
    library->fribidi_join_arabic(types, count, levels, joining);
    library->fribidi_shape(
        FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES, levels, count, joining, text);
    for (int place = 0; place < count; place++) places[place] = place;
    library->fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, types, count, 0, direction, levels, text, places);
    return 1;
}
