import AAC

/// The bytes of an `[Int]` are not those that the literal shows: each number would be eight bytes, and the configuration
/// would have no channels.
func numbersAreNoBytes() throws {
    _ = try AudioSpecificConfig([0x12, 0x10])
    _ = try AudioSpecificConfig([0x12, 0x10].span)
    _ = try AudioSpecificConfig([0x12, 0x10].span.bytes)  // error: cannot convert value of type 'RawSpan'
    let numbers = [0x12, 0x10]
    _ = try AudioSpecificConfig(numbers.span)  // error: cannot convert value of type 'Span<
    _ = try AudioSpecificConfig(numbers.span.bytes)  // error: cannot convert value of type 'RawSpan'
}
