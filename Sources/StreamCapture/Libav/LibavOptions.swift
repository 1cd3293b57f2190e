#if Capture
    import CFFmpeg

    /// Names and values for libav's options.
    ///
    /// libav takes out what it knows while it opens something; what ``remaining`` holds then, it did not know.
    struct LibavOptions: ~Copyable {
        private var dictionary: OpaquePointer?

        init() {}

        init(_ options: KeyValuePairs<String, String>) {
            for (name, value) in options { self[name] = value }
        }

        deinit {
            var dictionary = dictionary
            av_dict_free(&dictionary)
        }

        /// An option's value; `nil` removes it.
        subscript(name: String) -> String? {
            get {
                av_dict_get(dictionary, name, nil, 0).flatMap { $0.pointee.value.map { String(cString: $0) } }
            }
            set { av_dict_set(&dictionary, name, newValue, 0) }
        }

        /// The names that nobody has taken.
        var remaining: [String] {
            var names: [String] = []
            var entry: UnsafeMutablePointer<AVDictionaryEntry>?
            while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
                entry = next
                if let key = next.pointee.key { names.append(String(cString: key)) }
            }
            return names
        }

        /// Lends them to a function that takes out what it knows.
        mutating func lend<Result>(
            to body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
        ) -> Result {
            body(&dictionary)
        }
    }
#endif
