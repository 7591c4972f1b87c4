import { uuidBytes, uuidText } from '#platform/secrets/secret.ts'

/** What a passkey says of its owner: account and member, so that the look-up starts at the account. */
export const userHandle = (accountUuid: string, memberUuid: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([uuidBytes(accountUuid), uuidBytes(memberUuid)]))

/** null when it is none of ours. */
export function readUserHandle(text: string): { accountUuid: string; memberUuid: string } | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 32) return null
  return { accountUuid: uuidText(bytes.subarray(0, 16)), memberUuid: uuidText(bytes.subarray(16)) }
}
