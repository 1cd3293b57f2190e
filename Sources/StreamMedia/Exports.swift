// Frames, tracks, stream names and errors of the protocol are part of this library's interface.
@_exported public import StreamProtocol
