/* Expat, a streaming XML parser. Nothing else belongs here. */
#pragma once
#include <expat.h>
