import { z } from 'zod'
import type { Vault } from './vault.ts'

/** An encrypted value in a job's payload, omitted wherever payloads are shown. */
export const Sealed = z.object({ sealed: z.base64() })
export type Sealed = z.infer<typeof Sealed>

export const sealText = (vault: Vault, text: string, purpose: string): Sealed => ({
  sealed: Buffer.from(vault.seal(text, purpose)).toString('base64'),
})

/** Throws Problem if it was encrypted with another key or for another purpose. */
export const openSealed = (vault: Vault, { sealed }: Sealed, purpose: string): string =>
  vault.open(Buffer.from(sealed, 'base64'), purpose)

const placeholder = '(encrypted)'

/** For display: removes encrypted values at any depth. */
export function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSealed)
  if (typeof value !== 'object' || value === null) return value
  if (Sealed.safeParse(value).success) return placeholder
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSealed(each)]))
}
