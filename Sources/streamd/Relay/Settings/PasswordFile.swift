import Platform
import StreamProtocol

/// A file with a password. It is not a flag's value, because every user of a machine can read those.
enum PasswordFile {
    /// In bytes. Passwords are shorter, and another file is noticed.
    static let maximumLength = 1024

    /// The file's only line.
    ///
    /// - Throws: ``Failure`` that never has the password.
    static func password(in path: String) throws(Failure) -> String {
        let name = path.quoted(upTo: Quotation.pathLength)
        let text: String
        do throws(WholeFile.ReadError) {
            text = try WholeFile.text(at: path)
        } catch {
            throw Failure(.noInput, "\(name) \(error).")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let password = lines.first, !password.isEmpty else {
            throw Failure(.noInput, "\(name) has no password in its first line; write it there.")
        }
        guard lines.dropFirst().allSatisfy(\.isEmpty), password.utf8.count <= maximumLength else {
            throw Failure(
                .noInput,
                "\(name) has more than a line of \(maximumLength) bytes; name a file with the password alone."
            )
        }
        if let status = FileStatus(path: path), status.isRegular, status.permissions & 0o004 != 0 {
            Terminal.printLine(
                "streamd: Every user of this machine can read the password in \(name); run: chmod o= \(name)"
            )
        }
        return String(password)
    }
}
