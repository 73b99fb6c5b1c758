import Encodings
import Foundation
import StrictJSON

enum JSONInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let value = try? JSONReader.read(input)
        try promise(value == (try? JSONReader.read(input)), "the same text was read as two values")
        guard let value else { return }
        try promise((try? JSONReader.read(input + [0x2C])) == nil, "a comma after the value was accepted")
        try promise((try? JSONReader.read([0x20] + input + [0x0A])) == value, "space around it changed the value")
        try checkStrings(in: value)
        // Foundation refuses numbers that no Double can hold; no field here may have such a one anyway.
        guard !value.hasOtherNumbers else { return }
        let foundation = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
        try promise(foundation != nil, "Foundation refuses to read it")
        try promise(value.agrees(with: foundation), "Foundation reads another value")
    }

    private static func checkStrings(in value: JSONValue) throws(BrokenPromise) {
        switch value {
        case .string(let text):
            let again = try? JSONReader.read(Array(text.quotedForJSON.utf8))
            try promise(again?.string?.isExactly(text) ?? false, "a string changed by being quoted and read")
        case .array(let items):
            for item in items { try checkStrings(in: item) }
        case .object(let object):
            for member in object.members {
                try checkStrings(in: .string(member.name))
                try checkStrings(in: member.value)
                try promise(object[member.name] == member.value, "a member was not found by its name")
            }
        case .integer, .otherNumber, .bool, .null: break
        }
    }
}

extension JSONValue {
    fileprivate var hasOtherNumbers: Bool {
        switch self {
        case .otherNumber: true
        case .array(let items): items.contains(where: \.hasOtherNumbers)
        case .object(let object): object.members.contains(where: \.value.hasOtherNumbers)
        case .string, .integer, .bool, .null: false
        }
    }

    fileprivate func agrees(with other: Any?) -> Bool {
        switch self {
        case .string(let text): (other as? String)?.isExactly(text) ?? false
        case .integer(let number): (other as? NSNumber)?.int64Value == number
        case .bool(let bool): (other as? Bool) == bool
        case .null: other is NSNull
        case .otherNumber: other is NSNumber
        case .array(let items):
            (other as? [Any]).map { $0.count == items.count && zip(items, $0).allSatisfy { $0.agrees(with: $1) } }
                ?? false
        case .object(let object):
            // Names that look alike but differ in bytes are one key to a Swift dictionary: it may hold either value.
            (other as? [String: Any]).map { entries in
                entries.count < object.members.count
                    || object.members.allSatisfy { $0.value.agrees(with: entries[$0.name]) }
            } ?? false
        }
    }
}
