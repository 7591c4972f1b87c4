import { z } from 'zod'
import type { Vault } from '#platform/secrets/vault.ts'

/** Text that a browser carries between two requests and can neither read nor change. */
export function seal(
  vault: Vault,
  purpose: string,
  { lifetimeMs, ...value }: Record<string, unknown> & { lifetimeMs: number },
): string {
  const text = JSON.stringify({ value, until: Date.now() + lifetimeMs })
  return Buffer.from(vault.seal(text, purpose)).toString('base64url')
}

/** null when it is none of ours, was meant for something else, or is over. */
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
