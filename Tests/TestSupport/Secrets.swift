import Foundation

extension [UInt8] {
    /// Whether the bytes are in it: as they are, in hexadecimal digits, or in base64 of either alphabet, wherever they
    /// begin within it.
    package func holds(_ secret: [UInt8]) -> Bool {
        let digits = secret.map { String(format: "%02x", $0) }.joined()
        var forms = [secret, Array(digits.utf8), Array(digits.uppercased().utf8)]
        for start in 0..<3 {
            // Whole groups of three bytes look the same whatever is around them.
            let text = Data(secret.dropFirst(start).prefix((secret.count - start) / 3 * 3)).base64EncodedString()
            forms += [text, text.replacing("+", with: "-").replacing("/", with: "_"), text.replacing("/", with: "\\/")]
                .map { Array($0.utf8) }
        }
        return forms.contains { Data(self).range(of: Data($0)) != nil }
    }
}
