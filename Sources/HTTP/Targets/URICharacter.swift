/// Classes of bytes from RFC 3986.
enum URICharacter {
    /// `pchar` and `/`, with `%` standing for the start of an escape (section 3.3).
    static func isAllowedInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x3A, 0x40, 0x25, 0x2F: true
        default: isUnreserved(byte) || isSubDelimiter(byte)
        }
    }

    /// More lenient than section 3.4: brackets and the like reach us from honest clients and nothing is matched on them.
    static func isAllowedInQuery(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != 0x23
    }

    /// Host and port of section 3.2 without user information.
    static func isAllowedInAuthority(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || isSubDelimiter(byte) || [0x3A, 0x5B, 0x5D, 0x25].contains(byte)
    }

    /// `ALPHA / DIGIT / "-" / "." / "_" / "~"` (section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// `! $ & ' ( ) * + , ; =` (section 2.2).
    static func isSubDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
