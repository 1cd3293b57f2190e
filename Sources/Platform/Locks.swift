// The only place that chooses where locks and atomic values come from. A file that needs one imports Platform.
#if canImport(Darwin)
    // The module Synchronization needs macOS 15 or iOS 18; this package runs on older systems too.
    package typealias Mutex = SystemMutex
    package typealias Atomic = SystemAtomic
#else
    @_exported import Synchronization
#endif
