import { createHash } from 'node:crypto'

// Ids of DefectDojo are integers, which clients in JavaScript can read exactly only up to 53 bits.

const digits = 12

/** The first 48 bits of a random uuid. */
export const idOfUuid = (uuid: string): number =>
  Number.parseInt(uuid.replaceAll('-', '').slice(0, digits), 16)

/** The lowest and the highest uuid with the id. */
export function uuidsOfId(id: number): [from: string, to: string] {
  const start = id.toString(16).padStart(digits, '0').slice(-digits)
  const prefix = `${start.slice(0, 8)}-${start.slice(8)}`
  return [`${prefix}-0000-0000-000000000000`, `${prefix}-ffff-ffff-ffffffffffff`]
}

/** The same for equal parts. */
export const idOfParts = (...parts: readonly string[]): number =>
  Number.parseInt(createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digits), 16)
