#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's main function, for programs that have one of their own (https://llvm.org/docs/LibFuzzer.html).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));
