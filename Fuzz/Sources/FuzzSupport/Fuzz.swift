import CLibFuzzer

/// Runs `target` on inputs of libFuzzer's, by the options in the command line.
public func fuzz(_ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, target)
}
