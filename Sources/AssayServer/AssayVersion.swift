/// The version of this program.
package enum AssayVersion {
    package static let current = "0.1.0"
}
