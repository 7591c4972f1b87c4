// Datadog: credentials are checked and never returned; metrics are sent now, and the history says whether they arrived.
import { args, ask, check, done, jsonOf, textOf, until } from './client.ts'

const { account, address, apiKey } = args('account', 'address', 'apiKey')
const base = `/api/v1/integrations/datadog/accounts/${account}`

const wrong = await ask('POST', `${base}/credentials-check`, { body: { address, apiKey: 'wrong' } })
check(wrong.status === 400, `A wrong key returned ${wrong.status}`)
check(wrong.text.includes('Credentials not valid'), `A wrong key returned: ${wrong.text}`)
await jsonOf('POST', `${base}/credentials-check`, { body: { address, apiKey } })
await jsonOf('POST', `${base}/setup`, { body: { address, apiKey }, statuses: [200, 202] })
const setup = await textOf('GET', `${base}/setup`)
check(setup.includes(address), 'The setup was not saved')
check(!setup.includes(apiKey), 'The setup contains the key')
const sent = await jsonOf<{ uuid: string }>('POST', `${base}/send-now`)
const delivered = await until('the delivery', async () => {
  const history = await jsonOf<{ uuid: string; state: string; error?: string }[]>('GET', `${base}/history`)
  const ours = history.find(({ uuid }) => uuid === sent.uuid)
  check(ours, 'The history does not list the delivery')
  check(ours.state !== 'failed', `It failed: ${JSON.stringify(ours)}`)
  return ours.state === 'delivered' ? ours : null
})
done(`delivered ${delivered.uuid}`)
