/// The names of the numbers in `video_signal_type` (tables E-2 to E-5).
enum ColourNames {
    static func videoFormat(_ number: UInt8) -> String {
        name(number, ["component", "PAL", "NTSC", "SECAM", "MAC", "unspecified"])
    }

    static func primaries(_ number: UInt8) -> String {
        name(
            number,
            [
                nil, "BT.709", "unspecified", nil, "BT.470 System M", "BT.470 System B, G", "SMPTE 170M", "SMPTE 240M",
                "film", "BT.2020", "SMPTE ST 428-1", "SMPTE RP 431-2", "SMPTE EG 432-1",
            ],
            others: [22: "EBU Tech. 3213-E"]
        )
    }

    static func transfer(_ number: UInt8) -> String {
        name(
            number,
            [
                nil, "BT.709", "unspecified", nil, "gamma 2.2", "gamma 2.8", "SMPTE 170M", "SMPTE 240M", "linear",
                "logarithmic 100:1", "logarithmic 316:1", "IEC 61966-2-4", "BT.1361", "sRGB", "BT.2020 10 bit",
                "BT.2020 12 bit", "PQ", "SMPTE ST 428-1", "HLG",
            ]
        )
    }

    static func matrix(_ number: UInt8) -> String {
        name(
            number,
            [
                "RGB", "BT.709", "unspecified", nil, "FCC", "BT.470 System B, G", "SMPTE 170M", "SMPTE 240M", "YCgCo",
                "BT.2020", "BT.2020 constant luminance", "SMPTE ST 2085", "by primaries",
                "by primaries, constant luminance", "ICtCp",
            ]
        )
    }

    private static func name(_ number: UInt8, _ names: [String?], others: [UInt8: String] = [:]) -> String {
        let listed = Int(number) < names.count ? names[Int(number)] : nil
        return listed ?? others[number] ?? "reserved \(number)"
    }
}
