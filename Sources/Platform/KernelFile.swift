/// A short file in which the kernel says something, as in `/proc`.
package enum KernelFile {
    /// More than any such file has that is read here.
    private static let longest = 4096

    /// The file's text, up to 4096 bytes; `nil` if it cannot be opened.
    package static func text(at path: String) -> String? {
        bytes(at: path) { String(decoding: $0, as: UTF8.self) }
    }

    /// The whole numbers with which the file begins, separated by single spaces; none if it cannot be opened. Makes no
    /// text of them, because the relay asks every second.
    package static func numbers(at path: String) -> [Int] {
        bytes(at: path) { numbers(in: $0) } ?? []
    }

    /// The same of a text that was read.
    package static func numbers(in text: some Sequence<UInt8>) -> [Int] {
        var numbers: [Int] = []
        var isNumber = false
        for byte in text {
            if case UInt8(ascii: "0")...UInt8(ascii: "9") = byte {
                if !isNumber { numbers.append(0) }
                isNumber = true
                numbers[numbers.count - 1] = numbers[numbers.count - 1] &* 10 &+ Int(byte - UInt8(ascii: "0"))
            } else {
                guard isNumber, byte == UInt8(ascii: " ") else { break }
                isNumber = false
            }
        }
        return numbers
    }

    private static func bytes<Result>(at path: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { buffer in
            var count = 0
            while count < longest {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                let more = read(file, rest.baseAddress, rest.count)
                guard more > 0 else { break }
                count += more
            }
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
