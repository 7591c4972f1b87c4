import { z } from 'zod'
import type { Vault } from './vault.ts'

/** A secret within a job's payload: encrypted, and left out wherever payloads are shown. */
export const Sealed = z.object({ sealed: z.base64() })
export type Sealed = z.infer<typeof Sealed>

export const sealText = (vault: Vault, text: string, purpose: string): Sealed => ({
  sealed: Buffer.from(vault.seal(text, purpose)).toString('base64'),
})

/** Throws Problem when it was sealed by another key or for another purpose. */
export const openSealed = (vault: Vault, { sealed }: Sealed, purpose: string): string =>
  vault.open(Buffer.from(sealed, 'base64'), purpose)

const placeholder = '(encrypted)'

/** For people: what is encrypted is left out, at any depth. */
export function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSealed)
  if (typeof value !== 'object' || value === null) return value
  if (Sealed.safeParse(value).success) return placeholder
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSealed(each)]))
}
