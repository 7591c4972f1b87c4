import { z } from 'zod'
import type { Vault } from '#platform/secrets/vault.ts'

/** State sealed for the browser between two requests: it can neither read nor change it. */
export function seal(
  vault: Vault,
  purpose: string,
  { lifetimeMs, ...value }: Record<string, unknown> & { lifetimeMs: number },
): string {
  const text = JSON.stringify({ value, until: Date.now() + lifetimeMs })
  return Buffer.from(vault.seal(text, purpose)).toString('base64url')
}

/** null if it is invalid, expired or for another purpose. */
export function openSealed<S extends z.ZodType>(
  vault: Vault,
  purpose: string,
  { schema, text }: { schema: S; text: string },
): z.output<S> | null {
  try {
    const opened: unknown = JSON.parse(vault.open(Buffer.from(text, 'base64url'), purpose))
    const { value, until } = z.object({ value: z.unknown(), until: z.number() }).parse(opened)
    return until > Date.now() ? schema.parse(value) : null
  } catch {
    return null
  }
}
