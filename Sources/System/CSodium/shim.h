/* libsodium. Nothing else belongs here. */
#pragma once
#include <sodium.h>
