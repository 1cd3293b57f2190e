/// `program_config_element()`: the channels of a stream with `channelConfiguration` 0 (ISO/IEC 14496-3 4.4.1.1 and
/// 4.5.1.2).
public struct ProgramConfigElement: Hashable, Sendable {
    /// A single channel or channel pair element.
    public struct Element: Hashable, Sendable {
        /// Whether it is a pair: two channels, not one.
        public var isPair: Bool
        /// `element_tag_select`, 0 to 15.
        public var tag: UInt8

        /// Describes an element.
        public init(isPair: Bool, tag: UInt8) {
            self.isPair = isPair
            self.tag = tag
        }
    }

    /// A coupling channel element.
    public struct Coupling: Hashable, Sendable {
        /// `cc_element_is_ind_sw`.
        public var isIndependentlySwitched: Bool
        /// `valid_cc_element_tag_select`, 0 to 15.
        public var tag: UInt8

        /// Describes an element.
        public init(isIndependentlySwitched: Bool, tag: UInt8) {
            self.isIndependentlySwitched = isIndependentlySwitched
            self.tag = tag
        }
    }

    /// `matrix_mixdown_idx` and `pseudo_surround_enable`.
    public struct MatrixMixdown: Hashable, Sendable {
        /// The index of the mixdown coefficient, 0 to 3.
        public var index: UInt8
        /// Whether the mixdown uses pseudo surround.
        public var isPseudoSurround: Bool

        /// Describes a mixdown.
        public init(index: UInt8, isPseudoSurround: Bool) {
            self.index = index
            self.isPseudoSurround = isPseudoSurround
        }
    }

    /// `element_instance_tag`, 0 to 15.
    public var tag: UInt8 = 0
    /// `object_type`, 0 to 3: the audio object type less 1.
    public var objectType: UInt8 = 1
    /// `sampling_frequency_index`, 0 to 15.
    public var samplingFrequencyIndex: UInt8 = 3
    /// Front elements, at most 15, from the centre outwards.
    public var front: [Element] = []
    /// Side elements, at most 15, from the front backwards.
    public var side: [Element] = []
    /// Back elements, at most 15, from the outside to the centre.
    public var back: [Element] = []
    /// The tags of low frequency elements, at most 3.
    public var lowFrequency: [UInt8] = []
    /// The tags of associated data elements, at most 7.
    public var associatedData: [UInt8] = []
    /// Coupling channel elements, at most 15.
    public var coupling: [Coupling] = []
    /// `mono_mixdown_element_number`, 0 to 15.
    public var monoMixdown: UInt8?
    /// `stereo_mixdown_element_number`, 0 to 15.
    public var stereoMixdown: UInt8?
    /// How to mix down by matrix.
    public var matrixMixdown: MatrixMixdown?
    /// `comment_field_data`, at most 255 bytes.
    public var comment: [UInt8] = []

    /// Creates a program without channels: AAC LC at 48 kHz.
    public init() {}

    /// The channels of all elements; low frequency ones count, coupling ones do not.
    public var channelCount: Int {
        (front + side + back).reduce(lowFrequency.count) { $0 + ($1.isPair ? 2 : 1) }
    }
}
