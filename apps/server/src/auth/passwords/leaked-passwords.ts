import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '#config.ts'
import { type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'
import { passwordKnown } from './known-passwords.ts'

interface LookupOptions {
  config: Pick<Config, 'leakedPasswordsUrl'> & EgressConfig
  log: { warn(context: object, message: string): void }
}

/** Short, because a user is waiting. */
const timeoutMs = 5000
/** Length of the hash prefix, which thousands of passwords share. */
const prefixLength = 5

/** Throws 400 for a leaked password. */
export async function checkNotLeaked(options: LookupOptions, password: string): Promise<void> {
  if (await isLeaked(options, password)) throw passwordKnown()
}

/**
 * Checks for a leaked password with k-anonymity: the service receives a SHA-1 prefix and returns all hashes with it,
 * which are compared locally. Without a response, the password counts as not leaked.
 */
export async function isLeaked({ config, log }: LookupOptions, password: string): Promise<boolean> {
  if (config.leakedPasswordsUrl === undefined) return false
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const text = await Promise.race([
      askRange(config, `${config.leakedPasswordsUrl}/${digest.slice(0, prefixLength)}`),
      setTimeout(timeoutMs, null, { ref: false }),
    ])
    if (text === null) throw new Error(`No answer within ${timeoutMs} ms`)
    return text.split(/\r?\n/).some((line) => {
      const [rest, count] = line.split(':')
      // Padding entries have the count 0.
      return rest?.toUpperCase() === digest.slice(prefixLength) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'The leaked-password service could not be queried')
    return false
  }
}

async function askRange(config: EgressConfig, url: string): Promise<string> {
  const outgoing = { method: 'GET', headers: { 'add-padding': 'true' }, body: undefined }
  const { status, body } = await exchange(url, outgoing, egressOf(config, 'leakedPasswords'))
  if (status !== 200) throw new Error(`It answered ${status}`)
  return body.toString()
}
