internal import CCurl

/// libcurl's set of transfers that share a thread and connections.
// Unchecked because of the C handle: `wake` may be called from any thread, everything else is called by one.
@safe final class MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    func add(_ handle: CurlHandle) -> Bool { unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK }

    /// Ends the transfer if it is under way, and closes its connection then.
    func remove(_ handle: CurlHandle) { unsafe curl_multi_remove_handle(pointer, handle.pointer) }

    /// Does what can be done without waiting.
    /// - Returns: which transfers have ended, and how.
    func work() -> [(CurlHandle.ID, CURLcode)] {
        var count: Int32 = 0
        unsafe curl_multi_perform(pointer, &count)
        var ended: [(CurlHandle.ID, CURLcode)] = []
        while let message = unsafe curl_multi_info_read(pointer, &count) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle else {
                continue
            }
            unsafe ended.append((CurlHandle.ID(handle), message.pointee.data.result))
        }
        return ended
    }

    /// Returns when there is something to do: bytes, a deadline, or a call of ``wake()``.
    func wait() { unsafe curl_multi_poll(pointer, nil, 0, 60_000, nil) }

    /// Has the next or present ``wait()`` return.
    func wake() { unsafe curl_multi_wakeup(pointer) }

    /// Nothing may be called after it.
    func close() { unsafe curl_multi_cleanup(pointer) }
}
