/// The package manager of this Linux distribution.
enum PackageManager: Hashable {
    case apt, dnf, pacman, zypper, apk

    /// A missing part that encoding needs.
    enum Need {
        /// A libavcodec that encodes H.264.
        ///
        /// - Parameter major: The major version of the libavcodec in use.
        case encoders(major: UInt32)
        /// The drivers of VA-API, and `vainfo`.
        case renderNodeDrivers
    }

    /// Reads the distribution's `ID` and `ID_LIKE`.
    ///
    /// - Parameter osRelease: The text of `/etc/os-release` (os-release(5)).
    /// - Returns: `nil` for an unknown distribution.
    init?(osRelease: String) {
        let words = ["ID", "ID_LIKE"].flatMap { Self.words(of: $0, in: osRelease) }
        guard let known = words.lazy.compactMap({ Self.byDistribution[$0] }).first else { return nil }
        self = known
    }

    /// The command for a user who may become root.
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
        // openSUSE's own builds leave H.264 out, too.
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

    /// The words of an assignment. The value may be in quotes.
    private static func words(of key: String, in text: String) -> [String] {
        let line = text.split(whereSeparator: \.isNewline).last { $0.hasPrefix("\(key)=") }
        let value = line?.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" } ?? ""
        return value.split(separator: " ").map(String.init)
    }
}

extension PackageManager {
    /// The places of os-release, the local file first (os-release(5)).
    private static let files = ["/etc/os-release", "/usr/lib/os-release"]

    /// The package manager of this system.
    static var system: PackageManager? {
        files.lazy.compactMap { try? WholeFile.text(at: $0) }.first.flatMap { PackageManager(osRelease: $0) }
    }
}
