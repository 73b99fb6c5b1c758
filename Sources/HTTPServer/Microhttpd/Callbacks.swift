internal import CMicrohttpd
import Glibc

// The functions that libmicrohttpd calls, on the threads of its loops. They are global constants, bound to no actor, and
// only turn C arguments into ours. The context of an exchange is kept by the registry of connections, not by the library,
// which may announce a request line twice and the end of the exchange once.

private func service(_ closure: UnsafeMutableRawPointer?) -> ConnectionService? {
    unsafe closure.map { unsafe Unmanaged<ConnectionService>.fromOpaque($0).takeUnretainedValue() }
}

let requestLineReceived:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
        closure, target, connection in
        guard let service = unsafe service(closure), let connection = unsafe connection.map(MHDConnection.init) else {
            return nil
        }
        // Without a context the access handler has the connection closed.
        guard let open = service.connections.connection(connection.descriptor) else { return nil }
        let exchange = Exchange(on: open, rawTarget: unsafe target.map { unsafe takenTarget($0) } ?? [])
        open.keep(exchange)
        return unsafe Unmanaged.passUnretained(exchange).toOpaque()
    }

/// The target as it came. What the library finds in its place has an empty query: it would keep a record of each parameter in
/// the memory of the connection, which nobody asks for, and where they do not fit wait for ever.
private func takenTarget(_ target: UnsafePointer<CChar>) -> [UInt8] {
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
    if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
        // The text lies in the library's own buffer, which it cuts up by such zeros itself as soon as this returns. At its end
        // there is a zero already.
        unsafe UnsafeMutablePointer(mutating: target)[mark + 1] = 0
    }
    return bytes
}

/// The library would decode the path here; routes are matched on it as it came.
let leaveEscaped: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
    _, _, text in
    unsafe text.map { unsafe strlen($0) } ?? 0
}

let accessHandler: MHD_AccessHandlerCallback = { closure, connection, url, method, version, upload, size, context in
    guard let service = unsafe service(closure), let connection = unsafe connection.map(MHDConnection.init),
        let size = unsafe size, let opaque = unsafe context?.pointee
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    if exchange.isAwaitingHead {
        guard let url = unsafe url, let method = unsafe method, let version = unsafe version else { return .NO }
        let head = unsafe connection.head(
            method: method, url: url, version: version, targetLength: exchange.rawTarget.count)
        return service.headReceived(head, of: exchange, on: connection) ? .YES : .NO
    }
    if unsafe size.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: size.pointee)
        unsafe size.pointee = 0
        return unsafe service.bodyReceived(bytes, of: exchange) ? .YES : .NO
    }
    return service.proceed(exchange, on: connection) ? .YES : .NO
}

let exchangeCompleted: MHD_RequestCompletedCallback = { closure, connection, context, _ in
    guard let service = unsafe service(closure), let connection = unsafe connection.map(MHDConnection.init),
        let opaque = unsafe context?.pointee
    else { return }
    unsafe context?.pointee = nil
    service.ended(unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue(), on: connection)
}

let connectionChanged: MHD_NotifyConnectionCallback = { closure, connection, _, event in
    guard let service = unsafe service(closure), let connection = unsafe connection.map(MHDConnection.init) else {
        return
    }
    switch event {
    case .CONNECTION_NOTIFY_STARTED: break
    case .CONNECTION_NOTIFY_CLOSED: service.closed(connection)
    @unknown default: break
    }
}
