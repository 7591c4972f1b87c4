import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '#platform/http/problem.ts'

/**
 * The 3000 most common passwords of at least 12 characters, case-insensitive; shorter ones are rejected by length.
 * Source: Mark Burnett's ten million passwords (public domain), in the order of OWASP SecLists.
 */
const readKnown = () =>
  new Set(readFileSync(join(import.meta.dirname, 'known-passwords.txt'), 'utf8').split('\n'))
export const passwordKnown = () =>
  new Problem(400, 'passwordKnown', 'This password is too common or too simple. Choose another one')

let passwords: ReadonlySet<string> | undefined

/** Product-related words that attackers try first. Listed in docs/evidence/security.md. */
export const contextWords: readonly string[] = [
  'assay',
  'dashboard',
  'security',
  'secure',
  'vulnerability',
  'vulnerabilities',
  'scanner',
  'metrics',
  'component',
  'dependency',
  'license',
  'project',
  'report',
  'account',
  'member',
  'team',
  'supplychain',
  'administrator',
  'admin',
  'collaborator',
  'viewer',
  'login',
  'password',
  'welcome',
  'changeme',
]
/** Minimum number of other characters in a password. */
const minRest = 8

/**
 * Whether a password is common: listed, one repeated character, a sequence, or little more than context words and parts
 * of the address.
 */
export function isKnownPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  passwords ??= readKnown()
  return passwords.has(text) || isMonotonous(text) || isOfContext(text, email.toLowerCase())
}

function isOfContext(text: string, email: string): boolean {
  if (text.includes(email)) return true
  const words = [...email.split(/[^\p{L}\p{N}]+/u), ...contextWords].filter(({ length }) => length > 2)
  // Longest first, so that 'administrator' is not matched as 'admin' with a suffix.
  const byLength = words.toSorted((a, b) => b.length - a.length)
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length < text.length && rest.length < minRest
}

const isMonotonous = (text: string) => new Set(text).size <= 3 || isRow(text)

/** Sequences such as '…6789012…' or 'abcdef…'. */
function isRow(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at),
  )
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1)
}
