#if SystemTLS && os(Linux)
    import COpenSSL

    /// An error of OpenSSL, in its own words.
    struct OpenSSLError: Error, Hashable, CustomStringConvertible {
        let description: String

        /// The oldest error of this thread.
        static var current: OpenSSLError {
            let code = ERR_get_error()
            ERR_clear_error()
            guard code != 0, let reason = ERR_reason_error_string(code) else {
                return OpenSSLError(description: "the connection broke")
            }
            return OpenSSLError(description: String(cString: reason))
        }
    }
#endif
