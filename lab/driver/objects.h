// The things a VA-API client holds by number: configurations, contexts, surfaces, buffers and images.
#pragma once
#include <va/va_backend.h>

typedef enum { CONFIGURATION = 1, CONTEXT, SURFACE, BUFFER, IMAGE } ObjectKind;

// Makes the table of a driver that starts, and frees the table of one that ends.
VAStatus objects_create(VADriverContextP va);
void objects_destroy(VADriverContextP va);

// Files an object under a new number, or frees it and returns VA_INVALID_ID where memory has run out.
VAGenericID object_add(VADriverContextP va, ObjectKind kind, void *object);
// The object of that kind and number, or NULL.
void *object_find(VADriverContextP va, ObjectKind kind, VAGenericID id);
// The same, and forgets the number; the caller frees the object.
void *object_remove(VADriverContextP va, ObjectKind kind, VAGenericID id);
