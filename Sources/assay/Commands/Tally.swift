/// How many files ended how.
struct Tally {
    let expects: Bool
    private var valid = 0
    private var rejected = 0
    private var notJudged = 0
    private var unexpected = 0
    /// Cases of exchanges, and those of them in which the server answered something else.
    private var exchanges = 0
    private var otherwise = 0
    /// Files that brought root certificates of their own.
    private(set) var withOwnRoots = 0

    init(expects: Bool) { self.expects = expects }

    mutating func count(_ verdict: FileVerdict) {
        guard let judged = verdict.judged else {
            notJudged += 1
            return
        }
        if judged.isValid { valid += 1 } else { rejected += 1 }
        if let server = judged.server {
            exchanges += 1
            if !server.agrees { otherwise += 1 }
        }
        if verdict.bringsRoots { withOwnRoots += 1 }
        if !verdict.isAsExpected { unexpected += 1 }
    }

    var status: Int32 {
        if notJudged > 0 { return 2 }
        return (expects ? unexpected : rejected + otherwise) > 0 ? 1 : 0
    }

    var summary: String {
        var parts = ["\(valid + rejected) judged: \(valid) valid, \(rejected) rejected"]
        if expects { parts.append("\(valid + rejected - unexpected) as expected, \(unexpected) not") }
        if exchanges > 0 { parts.append("\(exchanges - otherwise) as the server said, \(otherwise) otherwise") }
        if notJudged > 0 { parts.append("\(notJudged) not judged") }
        return parts.joined(separator: "; ")
    }
}
