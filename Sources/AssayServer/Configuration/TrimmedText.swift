extension String {
    /// The text between what stands at both ends and need not be there.
    package func trimming(where isNeedless: (Character) -> Bool) -> String {
        let rest = drop(while: isNeedless)
        guard let last = rest.lastIndex(where: { !isNeedless($0) }) else { return "" }
        return String(rest[...last])
    }
}
