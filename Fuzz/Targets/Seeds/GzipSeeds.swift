import TestSupport

/// Bodies as gzip(1), Python and Java make them.
enum GzipSeeds {
    static let bodies = [
        seed("duration", "1f8b0800000000000203ab562a29c951b252323633302856aa0500dc1149aa0f000000"),
        seed("empty", "1f8b080000000000020303000000000000000000"),
        seed("every-part", "1f8b081f0000000000ff06004142020078796e006300c352ab564a54b232ac0500afac1b5607000000"),
        seed(
            "two-members",
            "1f8b0800000000000203ab562a29c951b252323633302856aa0500dc1149aa0f000000"
                + "1f8b080000000000020303000000000000000000"),
        seed("stored", "1f8b08000000000000ff010700f8ff7b2261223a317dafac1b5607000000"),
    ]

    private static func seed(_ name: String, _ hex: String) -> Seed { Seed(name: name, bytes: bytes(hex)) }
}
