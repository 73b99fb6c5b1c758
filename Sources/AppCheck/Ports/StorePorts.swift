/// All that is kept: every port to a store.
package typealias StorePorts = AttestedKeyStore & ConsumedTokenStore & ExchangeCountStore & KeyStore & ReceiptStore
    & Registry & ResourceStore
