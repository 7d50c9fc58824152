// Declares the parts of the web-push package that tests use as an oracle, because the package has no types.
declare module 'web-push' {
  interface WebPush {
    encrypt(
      p256dh: string,
      auth: string,
      payload: string,
      encoding: 'aes128gcm',
    ): { cipherText: Buffer; salt: string; localPublicKey: string }
    generateVAPIDKeys(): { publicKey: string; privateKey: string }
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      encoding: 'aes128gcm',
    ): { Authorization: string }
  }
  const webPush: WebPush
  export default webPush
}
