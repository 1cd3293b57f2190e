extension RelayCases {
    static let preface: [Case] = [
        Case(
            "preface/client-first",
            "Preface and version",
            "The relay sends its preface only when it has recognised the client's."
        ) { trial in
            let peer = try await trial.connect()
            guard try await peer.poll(Peer.silence) == nil else {
                throw Finding("The relay spoke before the client's preface had come.")
            }
            await peer.send(Wire.preface)
            try await peer.expectPreface()
        },
        Case(
            "preface/before-hello",
            "Preface and version",
            "The relay sends its preface when it has recognised the client's, before a hello."
        ) { trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface)
            try await peer.expectPreface()
            try await peer.expectSilence()
            await peer.send(Wire.hello(.subscribe, trial.stream, options: trial.options(.subscribe)))
            try await peer.expectWelcome()
        },
        Case(
            "preface/probe",
            "Preface and version",
            "A client may send a goodbye instead of a hello; the relay closes without an error."
        ) { trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface)
            try await peer.expectPreface()
            await peer.send(Wire.ending(.goodbye, code: 0))
            try await peer.expectClose()
        },
        Case(
            "preface/error-instead-of-hello",
            "Hello",
            "A client may send an error instead of a hello; the relay closes without an error."
        ) { trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface, Wire.ending(.error, code: 0x0101))
            try await peer.expectPreface()
            try await peer.expectClose()
        },
        Case(
            "preface/range",
            "Preface and version",
            "The two sides speak the highest version of both ranges."
        ) { trial in
            for highest: UInt16 in [1, 2, 0xFFFF] {
                let peer = try await trial.connect()
                await peer.send(
                    Wire.preface(0, highest),
                    Wire.hello(.subscribe, trial.stream, options: trial.options(.subscribe))
                )
                try await peer.expectPreface()
                try await peer.expectWelcome()
            }
        },
        Case(
            "preface/no-common-version",
            "Preface and version",
            "Without a common version, the relay sends its preface and unsupported-version, with both ranges."
        ) { trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface(7001, 7003))
            guard case .preface(let lowest, let highest) = try await peer.next() else {
                throw Finding("No preface came.")
            }
            let ending = try await peer.expectEnding("unsupported-version")
            let numbers = Set(ending.reason.split { !$0.isNumber }.compactMap { UInt16($0) })
            guard numbers.isSuperset(of: [7001, 7003, lowest, highest]) else {
                throw Finding("The reason '\(ending.reason)' does not name both ranges.", Clause("Error registry"))
            }
        },
        Case(
            "preface/magic-bytes",
            "Preface and version",
            "Any other byte in the magic is answered with not-this-protocol, without waiting for the rest."
        ) { trial in
            for index in 1..<Wire.magic.count {
                let peer = try await trial.connect()
                await peer.send(Array(Wire.magic[..<index]) + [Wire.magic[index] ^ 0x20])
                try await peer.expectPreface()
                try await peer.expectEnding("not-this-protocol")
            }
        },
        Case(
            "preface/hello-behind-unsupported",
            "Preface and version",
            "What comes behind a preface without a common version is not read."
        ) { trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface(2, 3), Wire.hello(.subscribe, trial.stream))
            try await peer.expectPreface()
            try await peer.expectEnding("unsupported-version")
        },
    ]
}
