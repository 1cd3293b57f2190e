#if Player
    import Libav
    import StreamClient
    import StreamProtocol

    /// One decoded picture of a stream.
    public struct Snapshot: Sendable {
        let picture: DecodedPicture
        /// The moment that was asked for: so long before the request.
        public let ago: Duration
        /// How much older the picture is than that moment; negative if it is newer. It is computed from the clocks of
        /// publisher and relay where they are known, and else from the time that the relay has had the picture.
        public let deviation: Duration

        init(_ picture: DecodedPicture, ago: Int64, deviation: Int64) {
            self.picture = picture
            self.ago = .microseconds(ago)
            self.deviation = .microseconds(deviation)
        }

        /// Width and height in samples, as the stream has them.
        public var size: (width: Int, height: Int) { (picture.frame.width, picture.frame.height) }

        /// When it was captured, since 1970-01-01 UTC by the publisher's clock; `nil` if the publisher does not know.
        public var captureTime: Duration? {
            picture.header.captureTime == 0 ? nil : .microseconds(picture.header.captureTime)
        }

        /// Whether the picture is the one of the moment that was asked for.
        ///
        /// - Parameter tolerance: A stream of one picture a second has none nearer than that.
        public func isFresh(within tolerance: Duration = .seconds(2)) -> Bool {
            deviation <= tolerance && deviation >= .zero - tolerance
        }

        /// The bytes of an image file. Samples become square, and colours are converted as the stream describes them.
        ///
        /// - Throws: ``PlaybackError`` with ``PlaybackError/Code/notEncoded``.
        public func encoded(as format: ImageFormat) throws(PlaybackError) -> [UInt8] {
            do throws(LibavError) {
                return try ImageEncoder.encode(picture, as: format)
            } catch {
                let name = format == .jpeg ? "JPEG" : "PNG"
                throw PlaybackError(
                    .notEncoded,
                    "The picture cannot be encoded as \(name) (\(error)); FFmpeg's libraries may lack the encoder."
                )
            }
        }

        /// Receives a stream until it has the picture of a moment. It begins at the random access point before that, so
        /// that the time that it takes is the one of decoding at most one group of pictures.
        ///
        /// - Parameters:
        ///   - configuration: The relay and the stream.
        ///   - ago: How long before now the picture was on the screen: as far back as the relay's log reaches. If it does
        ///     not reach so far, the picture is the oldest one.
        ///   - timeout: How long to wait for a picture, such as of a camera that is switched on for this viewer.
        /// - Throws: `CancellationError`; ``PlaybackError``, also if the relay has no such stream; or `ClientError` if the
        ///   relay does not answer or refuses this viewer.
        public static func take(
            _ configuration: ClientConfiguration,
            ago: Duration = .zero,
            timeout: Duration = .seconds(10)
        ) async throws -> Snapshot {
            let ago = max(0, Int64(clamping: ago / .microseconds(1)))
            let request = WatchRequest(
                // Not 0: the relay then says how old the first frame is.
                history: .microseconds(ago + 1_000),
                kinds: TrackKinds(.video),
                // The relay then also sends a stream whose publisher is away.
                waits: true
            )
            let watcher = StreamWatcher(configuration, request: request)
            let taker = SnapshotTaker(of: configuration.address.stream, ago: ago)
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await watcher.run { try await taker.take($0) } }
                    group.addTask { try await taker.waitForSilence() }
                    group.addTask { try await Task.sleep(for: timeout) }
                    try await group.next()
                }
                // The stream has ended, or no picture came in time.
                try await taker.finish()
            } catch let complete as SnapshotTaker.Complete {
                return complete.snapshot
            }
            throw await taker.failure(after: timeout)
        }
    }
#endif
