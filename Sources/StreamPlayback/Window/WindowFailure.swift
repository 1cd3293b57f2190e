/// The window or the sound device cannot be opened or used.
package struct WindowFailure: Error, Hashable, CustomStringConvertible {
    /// One sentence that says what is wrong and what to do.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

#if Player
    import CSDL

    extension WindowFailure {
        /// - Parameters:
        ///   - what: What failed, as the beginning of a sentence.
        ///   - advice: What to do, as the end of the sentence.
        static func sdl(_ what: String, _ advice: String) -> WindowFailure {
            let reason = String(cString: SDL_GetError())
            return WindowFailure("\(what)\(reason.isEmpty ? "" : " (\(reason))"); \(advice)")
        }
    }
#endif
