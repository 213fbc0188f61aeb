/* FriBidi, loaded when the first text with right-to-left letters is reordered. Its types and numbers come from the
   headers, so that a call is checked as any other. Nothing else belongs here. */
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

/* NULL, or what is missing. The library stays loaded. */
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

/* Brings a line of at most `tv_fribidi_most` scalars into the order in which it is shown, from left to right: mirrored,
   Arabic letters in the forms that join, without ligatures, so that their number stays. `places` gets for each the place
   that it had. 0: the text is unchanged. */
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
