import Foundation
import NIOCore
import Testing

@testable import StreamProtocol

/// Load balancers find the stream of a hello at the places that `docs/haproxy.cfg` names.
struct PlacementTests {
    private let files: [String]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        files = try ["docs/haproxy.cfg", "kubernetes/cluster/haproxy.cfg"].map {
            try String(contentsOf: root.appending(path: $0), encoding: .utf8)
        }
    }

    private func opening(_ role: Hello.Role, _ name: String) throws -> [UInt8] {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        var hello = Hello(role: role, stream: name.isEmpty ? .empty : try StreamName(name), instance: .random())
        hello.clientName = "client"
        ProtocolMessage.hello(hello).write(to: &bytes)
        return Array(bytes.readableBytesView)
    }

    /// The bytes in hexadecimal digits, as HAProxy compares them.
    private func digits(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test(arguments: ["live", "studio/camera-2", String(repeating: "a", count: StreamName.maximumLength)])
    func `the name is where HAProxy reads it`(name: String) throws {
        let bytes = try opening(.subscribe, name)
        let pattern = /req\.payload_lv\((\d+),(\d+),\+(\d+)\)/
        for file in files {
            let match = try #require(try pattern.firstMatch(in: file))
            let (offset, width, distance) = (Int(match.1) ?? 0, Int(match.2) ?? 0, Int(match.3) ?? 0)
            #expect(width == 1)
            let start = offset + width + distance
            #expect(String(decoding: bytes[start...].prefix(Int(bytes[offset])), as: UTF8.self) == name)
        }
    }

    @Test func `the preface, the hello and its role are where HAProxy reads them`() throws {
        let bytes = try opening(.list, "")
        for file in files {
            for (acl, offset, length) in [("is_preface", 0, 8), ("is_hello", 16, 2), ("is_list", 20, 1)] {
                let value = digits(bytes[offset..<offset + length])
                let line = "acl \(acl) req.payload(\(offset),\(length)) -m bin \(value)\n"
                #expect(file.contains(line), "\(line)")
            }
        }
    }
}
