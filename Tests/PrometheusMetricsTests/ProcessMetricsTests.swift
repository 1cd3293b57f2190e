import Testing

@testable import PrometheusMetrics

@Suite struct ProcessMetricsTests {
    @Test func `a status is read whatever the name of the program`() throws {
        let text = """
            4242 (a (b) c) S 1 4242 4242 0 -1 4194560 1510 0 12 0 250 37 0 0 20 0 9 0 1234567 987654321 4321 \
            18446744073709551615 1 1 0 0 0 0 0 4096 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0

            """
        let status = try #require(ProcessStatus(text))
        #expect(status.cpuTicks == 287)
        #expect(status.threads == 9)
        #expect(status.startTicks == 1_234_567)
        #expect(status.virtualBytes == 987_654_321)
        #expect(status.residentPages == 4321)
    }

    @Test(arguments: ["", "1 (x", "1 (x) S 1 2 3", "1 (x) S 1 1 1 1 1 1 1 1 1 1 a 1 1 1 1 1 1 1 1 1 1"])
    func `what is not a status is not read`(text: String) {
        #expect(ProcessStatus(text) == nil)
    }

    @Test func `the boot time is read from its line`() {
        #expect(ProcessStatus.bootTime("cpu  1 2 3\nintr 4\nbtime 1700000000\nprocesses 5\n") == 1_700_000_000)
        #expect(ProcessStatus.bootTime("cpu  1 2 3\n") == nil)
    }

    #if os(Linux)
        @Test func `this process has metrics`() throws {
            let figures = ProcessMetrics.now
            #expect(try #require(figures.residentBytes) > 1 << 20)
            #expect(try #require(figures.virtualBytes) >= #require(figures.residentBytes))
            #expect(try #require(figures.cpuSeconds) >= 0)
            #expect(try #require(figures.startTime) > 1_600_000_000)
            #expect(try #require(figures.threads) > 0)
            // Standard input, output and error.
            #expect(try #require(figures.openDescriptors) >= 3)
            #expect(try #require(figures.maximumDescriptors) >= #require(figures.openDescriptors))
            #expect(figures.families.count == 7)
        }
    #endif
}
