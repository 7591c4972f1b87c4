import { toLine } from '@assay/text/invisible.ts'

const maxQuoted = 200

/** Quotes a service's error for display: one bounded line, without the secrets that it was sent. */
export function quoted(text: string, secrets: readonly string[]): string {
  const line = toLine(text)
  const clean = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), line)
  return clean.slice(0, maxQuoted).toWellFormed()
}
