#if Capture || Player
    import CFFmpeg

    /// Names and values of libav's options.
    ///
    /// libav removes the options that it knows when it opens an object; ``remaining`` then contains the unknown ones.
    package struct LibavOptions: ~Copyable {
        private var dictionary: OpaquePointer?

        package init() {}

        deinit {
            var dictionary = dictionary
            av_dict_free(&dictionary)
        }

        /// An option's value; `nil` removes it.
        package subscript(name: String) -> String? {
            get {
                av_dict_get(dictionary, name, nil, 0).flatMap { $0.pointee.value.map { String(cString: $0) } }
            }
            set { av_dict_set(&dictionary, name, newValue, 0) }
        }

        /// The names of the options that remain.
        package var remaining: [String] {
            var names: [String] = []
            var entry: UnsafeMutablePointer<AVDictionaryEntry>?
            while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
                entry = next
                if let key = next.pointee.key { names.append(String(cString: key)) }
            }
            return names
        }

        /// Lends the options to a function that removes the ones it knows.
        package mutating func lend<Result>(
            to body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
        ) -> Result {
            body(&dictionary)
        }
    }
#endif
