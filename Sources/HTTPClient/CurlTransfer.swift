internal import CCurl

/// What libcurl needs to know of a transfer, and what has arrived of its answer. Belongs to the loop's thread.
final class CurlTransfer {
    let handle: CurlHandle
    private let transfer: Transfer
    private var body: [UInt8] = []
    private var isTooLong = false
    private var isHeadWhole = false

    /// Nil if libcurl has no memory for it.
    init?(_ transfer: Transfer) {
        guard let handle = CurlHandle() else { return nil }
        (self.handle, self.transfer) = (handle, transfer)
        // The handle is removed from the loop before this object goes.
        guard unsafe handle.configure(transfer.request, receiver: Unmanaged.passUnretained(self).toOpaque()) else {
            return nil
        }
    }

    var isFinished: Bool { transfer.isFinished }

    /// Of a head that breaks off libcurl makes an answer, if only its first line has come. Each head, also one that is sent
    /// ahead of the answer, begins with that line and ends with an empty one.
    func receive(headLine line: UnsafeRawBufferPointer) {
        if unsafe line.starts(with: Array("HTTP/".utf8)) { isHeadWhole = false }
        if unsafe line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { isHeadWhole = true }
    }

    /// - Returns: false if the rest is not wanted any more.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= transfer.request.maximumBodyBytes - body.count else {
            isTooLong = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    func complete(_ code: CURLcode) {
        switch code {
        case CURLE_OK where !isHeadWhole: transfer.finish(.failure(.connection("an answer that breaks off")))
        case CURLE_OK:
            transfer.finish(
                .success(ClientAnswer(status: handle.status, headers: handle.headers, body: body)))
        case CURLE_OPERATION_TIMEDOUT: transfer.finish(.failure(.deadline))
        case _ where isTooLong: transfer.finish(.failure(.tooLong))
        default: transfer.finish(.failure(.connection(CurlHandle.words(for: code))))
        }
    }

    func giveUp() { transfer.finish(.failure(.cancelled)) }
}

/// What libcurl calls with each line of a head, its line break included.
let receiveHeadLine: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, receiver in
    guard let receiver = unsafe receiver else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(receiver).takeUnretainedValue()
    unsafe transfer.receive(headLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

/// What libcurl calls with each piece of a body. Another number than that of the bytes ends the transfer.
let receiveBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, receiver in
    guard let receiver = unsafe receiver else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(receiver).takeUnretainedValue()
    let isWanted = unsafe transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return isWanted ? size * count : 0
}
