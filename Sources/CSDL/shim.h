// What Swift sees of SDL: its headers. Swift has a main function of its own.
#ifndef STREAMD_CSDL_SHIM_H
#define STREAMD_CSDL_SHIM_H

#define SDL_MAIN_HANDLED
#if !__has_include(<SDL2/SDL.h>)
#error "streamd needs SDL 2 to play: install libsdl2-dev, or build without the trait Player (--traits Capture)."
#endif
#include <SDL2/SDL.h>

#if !SDL_VERSION_ATLEAST(2, 0, 20)
#error "streamd needs SDL 2.0.20 or later to play: install a newer libsdl2-dev, or build without the trait Player (--traits Capture)."
#endif

#endif
