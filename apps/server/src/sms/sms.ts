import type { Config } from '../config.ts'
import { exchange } from '../http/egress.ts'
import { Problem } from '../http/problem.ts'

/** Sends texts to phones. */
export interface Sms {
  /** Throws Problem when the gateway does not take it. */
  send(phone: string, text: string): Promise<void>
}

const answerLimitBytes = 64 * 1024

/** By an HTTP gateway that takes `{"to","text"}`; console:// prints, for development. null when none is configured. */
export function openSms({ config }: { config: Pick<Config, 'sms' | 'allowsPrivateNetworks'> }): Sms | null {
  const { sms, allowsPrivateNetworks } = config
  if (sms === undefined) return null
  if (sms.url.startsWith('console:')) {
    return { send: (phone, text) => Promise.resolve(void process.stdout.write(`SMS to ${phone}: ${text}\n`)) }
  }
  const headers = {
    'content-type': 'application/json',
    ...(sms.token !== undefined && { authorization: `Bearer ${sms.token}` }),
  }
  return {
    async send(to, text) {
      const outgoing = { method: 'POST', headers, body: JSON.stringify({ to, text }) }
      const egress = { limitBytes: answerLimitBytes, allowsPrivate: allowsPrivateNetworks }
      const { status } = await exchange(sms.url, outgoing, egress)
      if (status < 200 || status >= 300) {
        throw new Problem(502, 'smsFailed', `The SMS gateway answered ${status}`)
      }
    },
  }
}
