// The contract speaks of keys as browsers do; Node has the same class without the global name.
type CryptoKey = import('node:crypto').webcrypto.CryptoKey;
