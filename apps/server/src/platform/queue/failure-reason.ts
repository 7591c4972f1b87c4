import { z } from 'zod'
import { textWithoutCredentials } from '@assay/engine/url-credentials.ts'

const maxLength = 500
/** Bearer tokens, our own tokens, and whatever follows a word such as "password". */
const secrets = [
  /\bas[a-z]{2}_[\w-]{8,}/g,
  /\b(?:bearer|basic|token)\s+[\w.~+/=-]{8,}/gi,
  /(?<=\b(?:password|passwd|secret|api[-_]?key|access[-_]?token|signature)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi,
]

/** The reason of attempts that their process did not end itself. */
export const processEnded = 'The process that ran the job ended'

/** Error message for the list of failed jobs: one line without stack, payload values or secrets. */
export function failureReason(error: unknown): string {
  if (error instanceof z.ZodError) return `The payload is invalid at: ${invalidPaths(error)}`
  const text = error instanceof Error ? error.message : String(error)
  const [line = ''] = text.trim().split(/[\r\n]/, 1)
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), textWithoutCredentials(line))
  return clean.replaceAll('\0', '\uFFFD').toWellFormed().slice(0, maxLength).toWellFormed() || 'Unknown error'
}

const invalidPaths = ({ issues }: z.ZodError) =>
  [...new Set(issues.map(({ path }) => path.map(String).join('.') || 'its root'))]
    .join(', ')
    .slice(0, maxLength - 50)
