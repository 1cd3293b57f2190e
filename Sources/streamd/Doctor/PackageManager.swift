/// How this distribution of Linux installs what the doctor recommends.
enum PackageManager: Hashable {
    case apt, dnf, pacman, zypper, apk

    /// What may be missing for encoding.
    enum Need {
        /// A libavcodec that encodes H.264.
        ///
        /// - Parameter major: The major version of the libavcodec that runs.
        case encoders(major: UInt32)
        /// Drivers of VA-API, and `vainfo`.
        case renderNodeDrivers
    }

    /// By the distribution's name, or those that it is like.
    ///
    /// - Parameter osRelease: The text of `/etc/os-release` (os-release(5)).
    /// - Returns: `nil` for a distribution that is not known here.
    init?(osRelease: String) {
        let words = ["ID", "ID_LIKE"].flatMap { Self.words(of: $0, in: osRelease) }
        guard let known = words.lazy.compactMap({ Self.byDistribution[$0] }).first else { return nil }
        self = known
    }

    /// What to run as a user who may become root.
    func command(for need: Need) -> String {
        switch (self, need) {
        case (.apt, .encoders(let major)): "sudo apt-get install libavcodec\(major)"
        case (.apt, .renderNodeDrivers): "sudo apt-get install va-driver-all vainfo"
        // Fedora's own builds leave H.264 out.
        case (.dnf, .encoders): "sudo dnf install libavcodec-freeworld  # from rpmfusion.org"
        case (.dnf, .renderNodeDrivers):
            "sudo dnf install libva-utils mesa-va-drivers-freeworld intel-media-driver  # from rpmfusion.org"
        case (.pacman, .encoders): "sudo pacman -S ffmpeg"
        case (.pacman, .renderNodeDrivers): "sudo pacman -S libva-utils mesa intel-media-driver"
        // So do openSUSE's.
        case (.zypper, .encoders(let major)): "sudo zypper install libavcodec\(major)  # from Packman"
        case (.zypper, .renderNodeDrivers):
            "sudo zypper install libva-utils Mesa-libva intel-media-driver  # from Packman"
        case (.apk, .encoders): "sudo apk add ffmpeg-libavcodec"
        case (.apk, .renderNodeDrivers): "sudo apk add libva-utils mesa-va-gallium intel-media-driver"
        }
    }

    private static let byDistribution: [String: PackageManager] = [
        "debian": .apt, "ubuntu": .apt, "raspbian": .apt,
        "fedora": .dnf, "rhel": .dnf, "centos": .dnf,
        "arch": .pacman, "archarm": .pacman,
        "suse": .zypper, "opensuse": .zypper,
        "alpine": .apk,
    ]

    /// The words of an assignment, whose value may be in quotes.
    private static func words(of key: String, in text: String) -> [String] {
        let line = text.split(whereSeparator: \.isNewline).last { $0.hasPrefix("\(key)=") }
        let value = line?.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" } ?? ""
        return value.split(separator: " ").map(String.init)
    }
}

extension PackageManager {
    /// Where distributions say what they are, the local file first (os-release(5)).
    private static let files = ["/etc/os-release", "/usr/lib/os-release"]

    /// That of the system that runs this program.
    static var system: PackageManager? {
        files.lazy.compactMap { try? WholeFile.text(at: $0) }.first.flatMap { PackageManager(osRelease: $0) }
    }
}
