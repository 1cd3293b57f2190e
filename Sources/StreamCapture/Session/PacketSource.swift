#if Capture
    import Libav
    /// The next event of a ``PacketSource``.
    enum SourceEvent {
        case packet(Packet)
        /// A lost device is open again; its streams may differ.
        case reopened
        case end
    }

    /// A source of packets: a file, an address, a camera or a microphone.
    ///
    /// Confined to one thread. Times are in microseconds.
    protocol PacketSource: AnyObject {
        /// The kind of its times. A live source may turn out to be a recording.
        var kind: InputAddress.Kind { get }

        /// Whether it can be opened again after its end or loss.
        var canReopen: Bool { get }

        /// Whether its clock may step ahead (see ``TimeSteps``).
        var mayStepAhead: Bool { get }

        /// The arrival of the last packet on the media clock; `nil` for now.
        var arrival: Int64? { get }

        /// The video and audio streams.
        var streams: [MediaStream] { get }

        /// The default stream of a kind.
        func bestStream(_ kind: MediaStream.Kind) -> MediaStream?

        /// Skips the packets of all other streams.
        func select(_ wanted: [MediaStream])

        /// Waits for the next event.
        ///
        /// - Throws: ``CaptureError``; `.stopped` if the capture is stopped.
        func advance() throws(CaptureError) -> SourceEvent
    }

    extension PacketSource {
        var kind: InputAddress.Kind { .captured }

        var canReopen: Bool { kind != .recorded }

        var mayStepAhead: Bool { true }

        var arrival: Int64? { nil }

        func bestStream(_ kind: MediaStream.Kind) -> MediaStream? { streams.first { $0.kind == kind } }

        func select(_ wanted: [MediaStream]) {}
    }

    extension MediaReader: PacketSource {
        var kind: InputAddress.Kind {
            source.isLive && !(source.mayBeRecorded && hasKnownDuration) ? .live : .recorded
        }

        func advance() throws(CaptureError) -> SourceEvent {
            try read().map { .packet($0) } ?? .end
        }
    }

    extension TestInput: PacketSource {
        func advance() throws(CaptureError) -> SourceEvent {
            try read().map { .packet($0) } ?? .end
        }
    }

    extension MicrophoneInput: PacketSource {
        var streams: [MediaStream] { [stream] }

        func advance() throws(CaptureError) -> SourceEvent {
            switch try read() {
            case .packet(let packet): .packet(packet)
            case .reopened: .reopened
            }
        }
    }

    #if os(Linux)
        extension CameraInput: PacketSource {
            var streams: [MediaStream] { [stream] }

            func advance() throws(CaptureError) -> SourceEvent {
                switch try read() {
                case .packet(let packet): .packet(packet)
                case .reopened: .reopened
                }
            }
        }
    #endif
#endif
