// A program that takes a snapshot names the relay with the client's types.
@_exported public import StreamClient
