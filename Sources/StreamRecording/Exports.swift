// Addresses, stream names and errors are part of this library's interface.
@_exported public import StreamClient
