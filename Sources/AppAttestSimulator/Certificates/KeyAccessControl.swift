/// What may be done with a key of the Secure Enclave, extension .8.6 of the leaf: SEQUENCE { [3] OCTET STRING }, and in the
/// octet string a list of operations.
extension SimulatedDevice {
    /// The value seen on iOS: okd, oa, osgn, odel and ock are true.
    public static let keyAccessControlOfIOS = keyAccessControl(["okd", "oa", "osgn", "odel", "ock"].map(always))

    /// The value that Apple publishes for Macs in full security mode with System Integrity Protection: ok, oa and odel are
    /// true, osgn takes "rsec" and 1. Nobody has shown a leaf of a Mac; what is around the list is as on iOS.
    public static let keyAccessControlOfMacs = keyAccessControl(
        ["ok", "oa", "odel"].map(always) + [
            DER.sequence(
                DER.utf8String("osgn"), DER.context(0, DER.utf8String("rsec")),
                DER.sequence(DER.context(6, DER.integer(1))))
        ])

    private static func always(_ operation: String) -> [UInt8] {
        DER.sequence(DER.utf8String(operation), DER.context(1, DER.boolean(true)))
    }

    private static func keyAccessControl(_ operations: [[UInt8]]) -> [UInt8] {
        let list = DER.sequence(DER.utf8String("11"), DER.sequence(of: operations))
        return DER.sequence(DER.context(3, DER.octetString(list)))
    }
}
