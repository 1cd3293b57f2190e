#if Player
    import CSDL
    import Platform
    import Testing

    @testable import StreamPlayback

    extension SDLTests {
        /// SDL's driver `dummy`, which plays at the right pace.
        @Suite struct SoundDeviceTests {
            @Test func `a device asks for samples at its pace until it is closed`() async throws {
                Self.choose("dummy")
                let requests = Guarded<[(count: Int, heardAt: Int64, now: Int64)]>([])
                let device = try SystemSound().open(rate: 48_000, channels: 2) { output, heardAt, now in
                    let count = output.count
                    requests.change { $0.append((count, heardAt, now)) }
                }
                let seen = try #require(
                    try await onOwnThread {
                        defer { device.close() }
                        return requests.wait(atMost: 600_000_000) { $0.count >= 20 ? $0 : nil }
                    }
                )
                #expect(seen.allSatisfy { $0.count == 1024 && $0.heardAt <= $0.now + device.latency })
                // A callback may still have been running when the numbers were copied.
                let after = requests.change { $0.count }
                device.close()
                #expect(requests.change { $0.count } == after)
            }

            @Test func `without a device, the player learns what to do`() throws {
                Self.choose("none-of-this-name")
                let failure = #expect(throws: WindowFailure.self) {
                    try SystemSound().open(rate: 48_000, channels: 2) { _, _, _ in }
                }
                #expect(
                    failure?.description.hasSuffix("; the player is silent, and looks again when a device is added.")
                        == true
                )
                Self.choose("dummy")
            }

            /// Chooses a driver, whatever the environment says.
            private static func choose(_ driver: String) {
                SDL_SetHintWithPriority(SDL_HINT_AUDIODRIVER, driver, SDL_HINT_OVERRIDE)
            }
        }
    }
#endif
