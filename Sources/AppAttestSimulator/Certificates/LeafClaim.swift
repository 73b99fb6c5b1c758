internal import AppAttest

/// One `[tag] EXPLICIT` element of the claims extensions .8.5 and .8.7.
struct LeafClaim {
    let tag: UInt64
    /// DER.
    let value: [UInt8]

    static func number(_ tag: UInt64, _ value: UInt64) -> LeafClaim { LeafClaim(tag: tag, value: DER.integer(value)) }

    static func text(_ tag: UInt64, _ text: String) -> LeafClaim {
        LeafClaim(tag: tag, value: DER.octetString(Array(text.utf8)))
    }
}

extension DeviceGeneration {
    /// Extension .8.5. The meaning of most tags is not documented; their values are what devices of this age have.
    func applicationClaims(appID: AppID) -> [LeafClaim] {
        let permissions: UInt64 = isRecent ? 0 : 1
        var claims: [LeafClaim] = [
            .number(4, 10), .number(1200, permissions), .number(1201, 0), .number(1202, permissions),
            .number(1203, permissions), .text(1204, appID.description),
        ]
        if !isRecent { claims.append(.text(5, "sks ")) }
        claims += [.number(1206, isRecent ? 4 : 5), .number(1207, 0), .number(1209, 0), .number(1210, 0)]
        if build != nil { claims.append(.number(1211, 0)) }
        if isRecent { claims.append(.number(10, 0)) }
        return claims
    }

    /// Extension .8.7: the version alone up to iOS 16, with builds from iOS 17, with components from iOS 26.
    /// - Parameter osVersion: nil leaves out each claim that states it.
    func deviceClaims(osVersion: String?) -> [LeafClaim] {
        func version(_ tag: UInt64) -> [LeafClaim] { osVersion.map { [.text(tag, $0)] } ?? [] }
        guard let build, let dottedBuild else { return version(1400) }
        guard let componentVersion else {
            return version(1400) + [.number(1104, 0xFFFF_FFFF), .text(1403, build)] + version(1405)
                + [.number(1406, 0), .text(1420, dottedBuild)]
        }
        var claims = version(1400)
        claims += [.number(1104, 2), .text(1401, componentVersion), .text(1403, build)]
        claims += version(1404) + version(1405)
        claims += (1406...1413).map { .number($0, $0 == 1412 ? 1 : 0) }
        claims += (1418...1420).map { .text($0, dottedBuild) }
        return claims + [.text(1026, "iphoneos")]
    }
}

extension SimulatedDevice {
    /// Extension .8.7 of the device's leaves.
    var deviceClaims: [LeafClaim] { generation.deviceClaims(osVersion: osVersion) }
}
