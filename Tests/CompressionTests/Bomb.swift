import TestSupport

/// A body that is far longer inflated.
enum Bomb {
    /// 100,000,801 zeros in 629,871 bytes: a zero, and "once more, 258 times" 387,600 times over. Eight of the latter take
    /// 13 bytes, so that most of it repeats. Python's gzip reads it so.
    static let zeros: [UInt8] = {
        var all = bytes("1f8b08000000000000ff 6318")
        let eight = bytes("05a360148c8251300a46c12818")
        for _ in 0..<48_449 { all += eight }
        return all + bytes("05a360148c8251300a46c1280000 b3e9db43 21e4f505")
    }()
}
