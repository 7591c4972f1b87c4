// Notifications: a test message reaches its channel or reports why not; an email is sent only to members.
import { args, ask, check, done, get, jsonOf, until } from './client.ts'

interface Delivery {
  uuid: string
  state: string
  error: string | null
}

const { email } = args('email')
const base = '/api/v1/notifications'

const config = await get<{ canEmail: unknown; email: unknown }>(`${base}/config`)
check(config.canEmail === true, 'The server cannot send email')
const early = await ask('POST', `${base}/notify_test?type=slack`)
check(early.status >= 400, `Testing a channel that is not set up returned ${early.status}`)
const saved = await jsonOf<{ email: { recipients?: string[] } | null }>('POST', `${base}/config`, {
  body: { email: { recipients: [email] } },
  statuses: [200, 202],
})
check(JSON.stringify(saved.email ?? null).includes(email), 'The recipients were not saved')
const { deliveryUuids } = await jsonOf<{ deliveryUuids: string[] }>('POST', `${base}/notify_test?type=email`)
check(deliveryUuids?.length > 0, 'The test message was not queued for any recipient')
await until('the test message', async () => {
  const { deliveries } = await get<{ deliveries: Delivery[] }>(`${base}/deliveries`)
  const ours = deliveries.filter(({ uuid }) => deliveryUuids.includes(uuid))
  check(ours.length === deliveryUuids.length, 'The log does not list the test message')
  for (const { state, error } of ours) check(state !== 'failed', `The test message failed: ${error}`)
  return ours.every(({ state }) => state === 'delivered') ? true : null
})
const body = { subject: 'Hello', content: 'From a client.', recepients: [email] }
const sent = await jsonOf<{ queued: number }>('POST', `${base}/send_email`, { body })
check(sent.queued === 1, `${sent.queued} emails were queued, not 1`)
const stranger = await ask('POST', `${base}/send_email`, { body: { ...body, recepients: ['x@example.net'] } })
check(stranger.status >= 400, `An email to a non-member returned ${stranger.status}`)
done(`${deliveryUuids.length} test message delivered, 1 email queued`)
