#include "objects.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A number is the kind in its upper 8 bits and the slot in its lower 24.
enum { SLOT_BITS = 24, SLOT_MASK = (1 << SLOT_BITS) - 1, GROWTH = 64 };

typedef struct {
    ObjectKind kind;
    void *object;
} Slot;

typedef struct {
    pthread_mutex_t lock;
    Slot *slots;
    unsigned count;
} Table;

static Table *table_of(VADriverContextP va) { return va->pDriverData; }

VAStatus objects_create(VADriverContextP va) {
    Table *table = calloc(1, sizeof *table);
    if (!table) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    pthread_mutex_init(&table->lock, NULL);
    va->pDriverData = table;
    return VA_STATUS_SUCCESS;
}

void objects_destroy(VADriverContextP va) {
    Table *table = table_of(va);
    pthread_mutex_destroy(&table->lock);
    free(table->slots);
    free(table);
    va->pDriverData = NULL;
}

// The lowest free slot, in a table that grows when it has to; called with the lock held. Slot 0 is never used.
static unsigned free_slot(Table *table) {
    unsigned slot = 1;
    while (slot < table->count && table->slots[slot].object) slot++;
    if (slot < table->count) return slot;
    unsigned count = table->count + GROWTH;
    Slot *slots = count > SLOT_MASK ? NULL : realloc(table->slots, count * sizeof *slots);
    if (!slots) return 0;
    memset(slots + table->count, 0, GROWTH * sizeof *slots);
    table->slots = slots;
    table->count = count;
    return slot;
}

VAGenericID object_add(VADriverContextP va, ObjectKind kind, void *object) {
    Table *table = table_of(va);
    pthread_mutex_lock(&table->lock);
    unsigned slot = object ? free_slot(table) : 0;
    if (slot) table->slots[slot] = (Slot){kind, object};
    pthread_mutex_unlock(&table->lock);
    if (!slot) free(object);
    return slot ? (VAGenericID)kind << SLOT_BITS | slot : VA_INVALID_ID;
}

static void *look_up(VADriverContextP va, ObjectKind kind, VAGenericID id, int forget) {
    Table *table = table_of(va);
    unsigned slot = id & SLOT_MASK;
    void *object = NULL;
    pthread_mutex_lock(&table->lock);
    if (id >> SLOT_BITS == (unsigned)kind && slot < table->count && table->slots[slot].kind == kind) {
        object = table->slots[slot].object;
        if (forget) table->slots[slot] = (Slot){0};
    }
    pthread_mutex_unlock(&table->lock);
    return object;
}

void *object_find(VADriverContextP va, ObjectKind kind, VAGenericID id) { return look_up(va, kind, id, 0); }
void *object_remove(VADriverContextP va, ObjectKind kind, VAGenericID id) { return look_up(va, kind, id, 1); }
