import Foundation

/// The Python that has the packages of `scripts/test-requirements.txt`.
package enum TestPython {
    /// `ASSAY_PYTHON`, or the virtual environment in the project's root.
    package static let interpreter =
        ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "\(CaseFolder.packageRoot)/.venv/bin/python"
}
