/// Waits until the content of a file, and its size, are on the disk.
///
/// - Returns: 0, or −1 with the reason in `errno`.
package func synchronizeData(_ descriptor: CInt) -> CInt {
    #if os(Linux)
        fdatasync(descriptor)
    #else
        fsync(descriptor)
    #endif
}
