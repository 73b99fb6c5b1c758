internal import CCurl

/// Owns one transfer's `CURL` and the list of its header fields.
@safe final class CurlHandle {
    /// The handle's address, by which libcurl names it.
    struct ID: Hashable {
        private let address: Int

        init(_ pointer: UnsafeMutableRawPointer) { address = Int(bitPattern: pointer) }
    }

    let pointer: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?

    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(fields)
    }

    var id: ID { unsafe ID(pointer) }

    /// - Parameter receiver: what ``receiveHeadLine`` and ``receiveBody`` are called with.
    /// - Returns: false if libcurl takes one of the options not: none may be left out in silence.
    func configure(_ request: ClientRequest, receiver: UnsafeMutableRawPointer) -> Bool {
        // libcurl asks for `100 Continue` by itself, and names a type for the body, unless it is told not to.
        for field in request.headers + ["Expect:", "Content-Type:"] {
            guard let longer = unsafe curl_slist_append(fields, field) else { return false }
            unsafe fields = longer
        }
        let isPlain = request.url.prefix(5).lowercased() == "http:"
        var isConfigured = [
            set(CURLOPT_URL, request.url),
            set(CURLOPT_PROTOCOLS_STR, isPlain ? "http" : "https"),
            set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
            set(CURLOPT_FOLLOWLOCATION, 0),
            set(CURLOPT_TIMEOUT_MS, request.deadline.wholeMilliseconds),
            // A deadline that passes while a name is looked up would otherwise wait for the end of that.
            set(CURLOPT_QUICK_EXIT, 1),
            // Signals are the process's own business.
            set(CURLOPT_NOSIGNAL, 1),
            unsafe assay_curl_set_list(pointer, CURLOPT_HTTPHEADER, fields),
            unsafe assay_curl_set_function(pointer, CURLOPT_HEADERFUNCTION, receiveHeadLine),
            unsafe assay_curl_set_pointer(pointer, CURLOPT_HEADERDATA, receiver),
            unsafe assay_curl_set_function(pointer, CURLOPT_WRITEFUNCTION, receiveBody),
            unsafe assay_curl_set_pointer(pointer, CURLOPT_WRITEDATA, receiver),
        ]
        // libcurl sends a GET unless it is told otherwise.
        if let body = request.body {
            isConfigured += [
                set(CURLOPT_POST, 1),
                set(CURLOPT_POSTFIELDSIZE, body.count),
                unsafe assay_curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, body),
            ]
        }
        // Without TLS a proxy would read along. An empty name is none, whatever the environment says.
        let hasProxyRule = !isPlain || set(CURLOPT_PROXY, "") == CURLE_OK
        return hasProxyRule && isConfigured.allSatisfy { $0 == CURLE_OK }
    }

    private func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        unsafe assay_curl_set_number(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) -> CURLcode {
        unsafe assay_curl_set_text(pointer, option, value)
    }

    var status: Int { unsafe assay_curl_response_code(pointer) }

    /// Of the final answer; those that were sent ahead of it (1xx) do not count.
    var headers: [String: String] {
        var headers: [String: String] = [:]
        var header: UnsafeMutablePointer<curl_header>?
        while true {
            unsafe header = curl_easy_nextheader(pointer, UInt32(CURLH_HEADER), -1, header)
            guard let found = unsafe header?.pointee, let name = unsafe found.name, let value = unsafe found.value
            else { return headers }
            let key = unsafe String(cString: name).lowercased()
            if headers[key] == nil { headers[key] = unsafe String(cString: value) }
        }
    }

    /// Constant texts: nothing of the request or of the answer is in them.
    static func words(for code: CURLcode) -> String {
        unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue) of libcurl"
    }
}

extension Duration {
    /// At least one: libcurl takes zero for no limit at all.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
