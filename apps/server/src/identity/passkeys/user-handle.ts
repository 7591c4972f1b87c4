import { uuidBytes, uuidText } from '#platform/secrets/secret.ts'

/** WebAuthn user handle: account and member, so that the lookup starts at the account. */
export const userHandle = (accountUuid: string, memberUuid: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([uuidBytes(accountUuid), uuidBytes(memberUuid)]))

/** null if it was not issued by us. */
export function readUserHandle(text: string): { accountUuid: string; memberUuid: string } | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 32) return null
  return { accountUuid: uuidText(bytes.subarray(0, 16)), memberUuid: uuidText(bytes.subarray(16)) }
}
