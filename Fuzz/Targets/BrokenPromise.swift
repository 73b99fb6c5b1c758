/// A parser gave an answer that it promises never to give. Always a bug, in the parser or in the promise.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// Which promise it was.
    public let description: String
}

/// Insists on what must hold for every input.
func promise(_ kept: Bool, _ words: @autoclosure () -> String) throws(BrokenPromise) {
    guard kept else { throw BrokenPromise(description: words()) }
}
