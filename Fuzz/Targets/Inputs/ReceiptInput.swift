import AppAttest

enum ReceiptInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        try checkReader(input)
        if let container = try? ReceiptContainer(input) {
            let parts = container.certificates.reduce(container.content.count + container.signer.signature.count) {
                $0 + $1.count
            }
            try promise(parts < input.count, "the parts of a receipt are longer than the whole")
            try promise(input.count <= ReceiptContainer.maximumByteCount, "\(input.count) bytes were accepted")
            try promise((try? ReceiptContainer(input + [0])) == nil, "a byte after the receipt was accepted")
            try promise(
                (try? ReceiptContainer(input.dropLast())) == nil, "it was accepted without its last byte")
            try checkContents(container.content)
        }
        // Contents are read only once somebody trusted signed them, but they are read.
        try checkContents(input)
        let judgement = ReceiptVerifier().judgeOrigin(
            input, trustAnchors: [.appleRootCAG3], acceptsUncoveredAttributes: true)
        if judgement.rejection == nil {
            try promise((try? ReceiptContainer(input)) != nil, "what is no receipt was found to be Apple's")
        }
    }

    private static func checkReader(_ input: [UInt8]) throws(BrokenPromise) {
        var reader = BERReader(input, "input")
        guard let element = try? reader.next() else { return }
        try promise(input.starts(with: element.encoding), "an element is not where it begins")
        try promise(element.contents.count < element.encoding.count, "contents are longer than their element")
        // What is strict is also lenient.
        var strict = DERReader(input, "input")
        if let other = try? strict.next() { try promise(other == element, "DER was read otherwise as BER") }
        var octetReader = BERReader(input, "input")
        if let octets = try? octetReader.octets() {
            try promise(octets.count < element.encoding.count, "octets are longer than their element")
        }
    }

    private static func checkContents(_ content: [UInt8]) throws(BrokenPromise) {
        guard let contents = try? ReceiptContents(content) else { return }
        try promise(contents.publicKey.count == 65, "a receipt's key of \(contents.publicKey.count) bytes was accepted")
        try promise(
            (try? Certificate(der: contents.attestedCertificate))?.publicKey.bytes == contents.publicKey,
            "the key is not that of the certificate")
    }
}
