/* Counts heap allocations per thread. For the benchmarks: replaces malloc and its family in the program that links
   it. */
#pragma once

/* Allocations of the calling thread since its start (malloc, calloc, realloc and the aligned ones); always 0 where
   tv_counts_allocations() is 0. */
unsigned long tv_allocation_count(void);

/* 0 under a sanitizer, which replaces the heap itself. */
int tv_counts_allocations(void);
