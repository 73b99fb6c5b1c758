/// Header fields of one message, in the order in which they were received or added.
///
/// Names are compared without regard to ASCII case (RFC 9110 section 5.1); repeated fields are kept as they came, because
/// whether repetition is allowed is for the reader of the field to decide. All fields are parts of one run of bytes: most
/// of those that are received nobody ever reads, and texts of their own would cost more than all else about them.
package struct HTTPHeaders: Sendable {
    /// One field line: a name as sent and its value without surrounding white space.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Where a field line lies. A zero byte follows its name, and one its value, so that C can take them where they are.
    package struct Place: Sendable, Equatable {
        package let name: Range<Int>
        package let value: Range<Int>

        package init(name: Range<Int>, value: Range<Int>) {
            (self.name, self.value) = (name, value)
        }
    }

    package private(set) var bytes: [UInt8]
    /// Of every field line within ``bytes``, in order.
    package private(set) var places: [Place]

    package init(_ fields: [Field] = []) {
        self.init(expecting: fields.count)
        for field in fields { append(field.name, field.value) }
    }

    /// None, with room for some of the usual length.
    package init(expecting count: Int) {
        (bytes, places) = ([], [])
        guard count > 0 else { return }
        bytes.reserveCapacity(count * Self.usualByteCount)
        places.reserveCapacity(count)
    }

    private static var usualByteCount: Int { 48 }

    /// Fields that lie in memory already.
    /// - Parameter bytes: may hold more than the fields. What is not UTF-8 is read as U+FFFD, which matches nothing.
    package init(bytes: [UInt8], places: [Place]) {
        (self.bytes, self.places) = (bytes, places)
    }

    /// Every field line, in order.
    package var fields: [Field] { map(\.self) }

    /// The value of the first field of that name. Setting replaces every field of that name by one at the end;
    /// setting `nil` removes them.
    package subscript(name: String) -> String? {
        get {
            for place in places where isName(name, at: place.name) { return text(place.value) }
            return nil
        }
        set {
            // The bytes of what is removed stay behind: messages are short and soon gone.
            places = places.filter { !isName(name, at: $0.name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all fields of that name, in order.
    package func values(of name: String) -> [String] {
        var values: [String] = []
        for place in places where isName(name, at: place.name) { values.append(text(place.value)) }
        return values
    }

    /// Whether there is a field of that name.
    package func has(_ name: String) -> Bool {
        for place in places where isName(name, at: place.name) { return true }
        return false
    }

    /// Adds a field line and leaves those of the same name alone.
    package mutating func append(_ name: String, _ value: String) {
        places.append(Place(name: add(name), value: add(value)))
    }

    /// Adds the field lines of another message.
    package mutating func append(contentsOf other: HTTPHeaders) {
        let start = bytes.count
        bytes += other.bytes
        for place in other.places {
            places.append(
                Place(
                    name: start + place.name.lowerBound..<start + place.name.upperBound,
                    value: start + place.value.lowerBound..<start + place.value.upperBound))
        }
    }

    private mutating func add(_ text: String) -> Range<Int> {
        let start = bytes.count
        bytes += text.utf8
        defer { bytes.append(0) }
        return start..<bytes.count
    }

    private func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

    private func isName(_ name: String, at place: Range<Int>) -> Bool {
        guard place.count == name.utf8.count else { return false }
        return isSame(name.utf8Span.span, at: place)
    }

    private func isSame(_ name: Span<UInt8>, at place: Range<Int>) -> Bool {
        let bytes = bytes.span
        for index in name.indices where Self.lowered(name[index]) != Self.lowered(bytes[place.lowerBound + index]) {
            return false
        }
        return true
    }

    /// Whether both name the same field, without regard to ASCII case.
    package static func isSameName(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        let (left, right) = (one.utf8Span.span, other.utf8Span.span)
        for index in left.indices where lowered(left[index]) != lowered(right[index]) { return false }
        return true
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        one.places.elementsEqual(other.places) { left, right in
            one.bytes[left.name].elementsEqual(other.bytes[right.name])
                && one.bytes[left.value].elementsEqual(other.bytes[right.value])
        }
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Keeps the order of the literal, repeated names included.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(expecting: elements.count)
        for (name, value) in elements { append(name, value) }
    }
}

extension HTTPHeaders: RandomAccessCollection {
    package var startIndex: Int { places.startIndex }
    package var endIndex: Int { places.endIndex }
    package subscript(position: Int) -> Field {
        Field(name: text(places[position].name), value: text(places[position].value))
    }
}
