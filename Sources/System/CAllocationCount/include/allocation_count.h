/* Counts what a thread asks of the heap. For the benchmarks: it takes the place of malloc and its family in the program
   that it is linked into. */
#pragma once

/* Allocations of the calling thread since its start (malloc, calloc, realloc and the aligned ones); always 0 where
   tv_counts_allocations() is 0. */
unsigned long tv_allocation_count(void);

/* 0 under a sanitizer, which has the heap for itself. */
int tv_counts_allocations(void);
