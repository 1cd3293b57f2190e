extension BoxWriter {
    /// The boxes of `stbl` after `stsd`; all are empty in a fragmented file.
    mutating func writeSampleTable(_ table: SampleTable) {
        writeDurations(table)
        if table.compositionOffsets.runs.contains(where: { $0.value != 0 }) {
            // Signed offsets (version 1).
            fullBox("ctts", version: 1) { writer in
                writer.write(UInt32(table.compositionOffsets.runs.count))
                for run in table.compositionOffsets.runs {
                    writer.write(run.count)
                    writer.write(run.value)
                }
            }
        }
        if let syncs = table.syncs {
            fullBox("stss") { writer in
                writer.write(UInt32(syncs.count))
                for index in syncs { writer.write(index + 1) }
            }
        }
        writeChunks(table)
    }

    /// `stts` (ISO/IEC 14496-12 8.6.1.2).
    private mutating func writeDurations(_ table: SampleTable) {
        var durations = table.steps
        if table.count > 0 { durations.append(table.lastDuration) }
        fullBox("stts") { writer in
            writer.write(UInt32(durations.runs.count))
            for run in durations.runs {
                writer.write(run.count)
                writer.write(run.value)
            }
        }
    }

    /// `stsc`, `stsz` and `co64` (8.7.4, 8.7.3, 8.7.5).
    private mutating func writeChunks(_ table: SampleTable) {
        // The chunks at which the number of samples in a chunk changes.
        let firsts = table.chunks.indices.filter { index in
            index == 0 || table.chunks[index].sampleCount != table.chunks[index - 1].sampleCount
        }
        fullBox("stsc") { writer in
            writer.write(UInt32(firsts.count))
            for index in firsts {
                writer.write(UInt32(index + 1))
                writer.write(table.chunks[index].sampleCount)
                writer.write(UInt32(1))  // sample_description_index
            }
        }
        fullBox("stsz") { writer in
            writer.write(UInt32(0))
            writer.write(UInt32(table.count))
            for size in table.sizes { writer.write(size) }
        }
        if table.count == 0 {
            // The standard asks for stco or co64 even if there is no chunk.
            fullBox("stco") { $0.write(UInt32(0)) }
        } else {
            fullBox("co64") { writer in
                writer.write(UInt32(table.chunks.count))
                for chunk in table.chunks { writer.write(chunk.offset) }
            }
        }
    }
}
