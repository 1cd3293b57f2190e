import StreamProtocol

/// The code of the error that `body` throws; `nil` if it throws none.
func errorCode(_ body: () throws -> Void) -> ErrorCode? {
    do {
        try body()
        return nil
    } catch {
        return (error as? ProtocolError)?.code
    }
}
