import type { Config } from '#config.ts'
import { type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'

/** Sends text messages. */
export interface Sms {
  /** Throws if the gateway does not accept it. */
  send(phone: string, text: string): Promise<void>
}

/** Uses an HTTP gateway that accepts `{"to","text"}`; console:// prints, for development. null if not configured. */
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
