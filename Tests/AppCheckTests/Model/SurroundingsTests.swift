import AppCheck
import Cryptography
import Foundation
import Testing

@Suite("The moment of an exchange") struct SurroundingsTests {
    @Test("is in whole seconds, of whatever clock") func seconds() {
        for (moment, expected) in [
            (1_781_524_800.999, 1_781_524_800), (-0.5, -1), (.infinity, 1 << 53), (-1e300, -(1 << 53)),
            (.nan, -(1 << 53)),
        ] as [(Double, Int64)] {
            let surroundings = Surroundings(
                now: { Date(timeIntervalSince1970: moment) }, randomBytes: { [UInt8](repeating: 0, count: $0) })
            #expect(surroundings.seconds == expected)
        }
    }
}
