/* zlib. Nothing else belongs here. */
#pragma once
#include <zlib.h>
