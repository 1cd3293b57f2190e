/// The access units of a byte stream in Annex B format, in order, however the stream is cut into chunks.
///
///     for unit in AccessUnits(of: chunks) where unit.info.isRandomAccess { … }
///
/// Chunks are taken one at a time, when the next access unit needs one. What an ``AccessUnitReader`` leaves out is left
/// out here. For chunks that come asynchronously, use that reader.
public struct AccessUnits<Chunks: Sequence>: Sequence where Chunks.Element: Collection<UInt8> {
    private let chunks: Chunks

    /// The access units in these chunks of one stream.
    public init(of chunks: Chunks) {
        self.chunks = chunks
    }

    /// The access units of a stream that is whole in memory.
    public init<Bytes: Collection<UInt8>>(annexB bytes: Bytes) where Chunks == CollectionOfOne<Bytes> {
        chunks = CollectionOfOne(bytes)
    }

    /// Begins with the first chunk.
    public func makeIterator() -> Iterator { Iterator(chunks.makeIterator()) }

    /// Returns one access unit after the other.
    public struct Iterator: IteratorProtocol {
        private var chunks: Chunks.Iterator
        private var reader = AccessUnitReader()
        private var units = [AccessUnit]().makeIterator()
        private var hasEnded = false

        fileprivate init(_ chunks: Chunks.Iterator) {
            self.chunks = chunks
        }

        /// The next access unit; `nil` after the last one.
        public mutating func next() -> AccessUnit? {
            while true {
                if let unit = units.next() { return unit }
                guard !hasEnded else { return nil }
                if let chunk = chunks.next() {
                    units = reader.push(chunk).makeIterator()
                } else {
                    hasEnded = true
                    units = reader.finish().makeIterator()
                }
            }
        }
    }
}

extension AccessUnits: Sendable where Chunks: Sendable {}

/// Divides a byte stream in Annex B format into access units as it arrives: an ``AnnexBSplitter`` and an
/// ``AccessUnitAssembler`` in one.
///
///     for try await chunk in connection {
///         for unit in reader.push(chunk) { … }
///     }
///     for unit in reader.finish() { … }
///
/// Access units and NAL units that exceed the limits are left out whole, and counted. Everything else is in the access
/// units, damaged or not.
public struct AccessUnitReader: Sendable {
    private var splitter = AnnexBSplitter()
    private var assembler: AccessUnitAssembler
    private var oversizeAccessUnits = 0

    /// Starts before the first start code.
    ///
    /// - Parameter maximumAccessUnitSize: In bytes, above 0.
    public init(maximumAccessUnitSize: Int = AccessUnitAssembler.defaultMaximumAccessUnitSize) {
        assembler = AccessUnitAssembler(maximumAccessUnitSize: maximumAccessUnitSize)
    }

    /// How many access units and NAL units exceeded the limits. Pictures that refer to them are not left out.
    public var oversizeCount: Int { oversizeAccessUnits + splitter.skipped.oversizeUnits }

    /// What was left out of the stream: bytes before the first start code, and NAL units that are too large.
    public var skipped: AnnexBSplitter.Skipped { splitter.skipped }

    /// The parameter sets received so far.
    public var parameterSets: ParameterSets { assembler.parameterSets }

    /// Takes the next bytes of the stream, and returns the access units that they complete. An access unit is complete
    /// when the next one begins.
    public mutating func push(_ bytes: Span<UInt8>) -> [AccessUnit] {
        read { splitter, body in splitter.push(bytes.bytes, body) }
    }

    /// Takes the next bytes of the stream, and returns the access units that they complete. An access unit is complete
    /// when the next one begins.
    public mutating func push(_ bytes: some Collection<UInt8>) -> [AccessUnit] {
        let bytes = Array(bytes)[...]
        return push(bytes.span)
    }

    /// Returns the current access unit when a live source pauses, so that it does not wait for the next one. Encoders
    /// write whole access units; the rest of one that was not whole is skipped.
    public mutating func flush() -> [AccessUnit] {
        read { splitter, body in splitter.flush(body) } + close()
    }

    /// Returns the access units that the end of the stream completes. Another stream may follow.
    public mutating func finish() -> [AccessUnit] {
        read { splitter, body in splitter.finish(body) } + close()
    }

    private mutating func read(
        _ split: (inout AnnexBSplitter, (RawSpan, AnnexBPosition) -> Void) -> Void
    ) -> [AccessUnit] {
        var units: [AccessUnit] = []
        // Taken out while its units are read into the rest of this value, not copied.
        var splitter = exchange(&splitter, with: AnnexBSplitter())
        defer { self.splitter = splitter }
        split(&splitter) { nal, _ in
            do throws(H264Error) {
                if let unit = try assembler.append(nal) { units.append(unit) }
            } catch {
                oversizeAccessUnits += 1
            }
        }
        return units
    }

    private mutating func close() -> [AccessUnit] {
        do throws(H264Error) {
            return try assembler.flush().map { [$0] } ?? []
        } catch {
            oversizeAccessUnits += 1
            return []
        }
    }
}
