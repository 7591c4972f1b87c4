import type { Config } from '#config.ts'
import { type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'

/** Sends texts to phones. */
export interface Sms {
  /** Throws when the gateway does not take it. */
  send(phone: string, text: string): Promise<void>
}

/** By an HTTP gateway that takes `{"to","text"}`; console:// prints, for development. null when none is configured. */
export function openSms({ config }: { config: Pick<Config, 'sms'> & EgressConfig }): Sms | null {
  const { sms } = config
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
      const { status } = await exchange(sms.url, outgoing, egressOf(config, 'smsGateway'))
      if (status < 200 || status >= 300) {
        throw new Error(`The SMS gateway answered ${status}`)
      }
    },
  }
}
