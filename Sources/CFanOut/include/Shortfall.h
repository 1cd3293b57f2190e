#ifndef SHORTFALL_H
#define SHORTFALL_H

#include <stdint.h>

/// A socket that did not take the whole message.
typedef struct {
  uint32_t index;  // into the sockets of the call
  uint32_t sent;   // bytes that it took; 0 also after an error
} fan_out_shortfall;

#endif
