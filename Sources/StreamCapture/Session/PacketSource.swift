#if Capture
    /// What a ``PacketSource`` finds next.
    enum SourceReading {
        case packet(Packet)
        /// A device was lost and is back: its streams may be others than before.
        case reopened
        case end
    }

    /// Where packets come from: a file, an address, a camera, a microphone.
    ///
    /// Confined to one thread. Times are in microseconds.
    protocol PacketSource: AnyObject {
        /// What its times are. A live one may turn out to be a recording.
        var kind: InputAddress.Kind { get }

        /// Whether it is opened again after it has ended or was lost.
        var comesBack: Bool { get }

        /// Whether its clock may step ahead (see ``TimeSteps``).
        var mayStepAhead: Bool { get }

        /// When the last packet came, on the media clock; `nil`: now.
        var arrival: Int64? { get }

        /// The streams of pictures and sound.
        var streams: [MediaStream] { get }

        /// The stream of a kind that is meant when nobody chooses.
        func bestStream(_ kind: MediaStream.Kind) -> MediaStream?

        /// Leaves out the packets of all other streams.
        func select(_ wanted: [MediaStream])

        /// What comes next; waits for it.
        ///
        /// - Throws: ``CaptureError``; `.stopped` when told to stop.
        func advance() throws(CaptureError) -> SourceReading
    }

    extension PacketSource {
        var kind: InputAddress.Kind { .captured }

        var comesBack: Bool { kind != .recorded }

        var mayStepAhead: Bool { true }

        var arrival: Int64? { nil }

        func bestStream(_ kind: MediaStream.Kind) -> MediaStream? { streams.first { $0.kind == kind } }

        func select(_ wanted: [MediaStream]) {}
    }

    extension MediaReader: PacketSource {
        var kind: InputAddress.Kind {
            source.isLive && !(source.mayBeRecorded && hasKnownEnd) ? .live : .recorded
        }

        func advance() throws(CaptureError) -> SourceReading {
            try read().map { .packet($0) } ?? .end
        }
    }

    extension TestInput: PacketSource {
        func advance() throws(CaptureError) -> SourceReading {
            try read().map { .packet($0) } ?? .end
        }
    }

    extension MicrophoneInput: PacketSource {
        var streams: [MediaStream] { [stream] }

        func advance() throws(CaptureError) -> SourceReading {
            switch try read() {
            case .packet(let packet): .packet(packet)
            case .reopened: .reopened
            }
        }
    }

    #if os(Linux)
        extension CameraInput: PacketSource {
            var streams: [MediaStream] { [stream] }

            func advance() throws(CaptureError) -> SourceReading {
                switch try read() {
                case .packet(let packet): .packet(packet)
                case .reopened: .reopened
                }
            }
        }
    #endif
#endif
