import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '#config.ts'
import { type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'
import { passwordKnown } from './known-passwords.ts'

interface Asked {
  config: Pick<Config, 'leakedPasswordsUrl'> & EgressConfig
  log: { warn(context: object, message: string): void }
}

/** Whoever waits for an answer should not wait for this one. */
const patienceMs = 5000
/** So much of the digest is told; thousands of passwords share it. */
const prefixLength = 5

/** Throws 400 for a password that is in a collection of leaked ones. */
export async function checkNotLeaked(asked: Asked, password: string): Promise<void> {
  if (await isLeaked(asked, password)) throw passwordKnown()
}

/**
 * Whether the password is in a collection of leaked ones, by k-anonymity: the collection learns the beginning of a
 * SHA-1, answers with all that it knows of it, and the comparison is made here. Without an answer it is not.
 */
export async function isLeaked({ config, log }: Asked, password: string): Promise<boolean> {
  if (config.leakedPasswordsUrl === undefined) return false
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const text = await Promise.race([
      askRange(config, `${config.leakedPasswordsUrl}/${digest.slice(0, prefixLength)}`),
      setTimeout(patienceMs, null, { ref: false }),
    ])
    if (text === null) throw new Error(`No answer within ${patienceMs} ms`)
    return text.split(/\r?\n/).some((line) => {
      const [rest, count] = line.split(':')
      // Padding comes with the count 0.
      return rest?.toUpperCase() === digest.slice(prefixLength) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'The collection of leaked passwords could not be asked')
    return false
  }
}

async function askRange(config: EgressConfig, url: string): Promise<string> {
  const outgoing = { method: 'GET', headers: { 'add-padding': 'true' }, body: undefined }
  const { status, body } = await exchange(url, outgoing, egressOf(config, 'leakedPasswords'))
  if (status !== 200) throw new Error(`It answered ${status}`)
  return body.toString()
}
