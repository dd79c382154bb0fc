/* Included first in every file of the engine: where its memory and its maths come from. */
#pragma once

#include <math.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *topple_arena_calloc(size_t count, size_t size);
void *topple_arena_realloc(void *old, size_t size);
void topple_arena_free(void *memory);
double topple_sin(double angle);
double topple_cos(double angle);
double topple_exp(double x);
double topple_pow(double base, double exponent);
#ifdef __cplusplus
}
#endif

#define cpcalloc topple_arena_calloc
#define cprealloc topple_arena_realloc
#define cpfree topple_arena_free
/* A game has a dozen bodies: small buffers keep a copy of its memory small. */
#define CP_BUFFER_BYTES 2048

/* The functions whose last bit decides outcomes; a square root rounds the same everywhere. */
#define topple_sqrt sqrt
