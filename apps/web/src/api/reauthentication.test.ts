import { expect, test } from 'vitest'
import { withReauthentication, onLoginTooOld } from './reauthentication.ts'

const tooOld = () => Response.json({ errorType: 'loginTooOld' }, { status: 403 })
const forbidden = () => Response.json({ errorType: 'forbidden' }, { status: 403 })

/** A server that requires reauthentication, and a member who completes it or not. */
function start({ confirms, rejection = tooOld }: { confirms: boolean | null; rejection?: () => Response }) {
  let [isFresh, prompts, sent] = [false, 0, 0]
  const send = () => {
    sent++
    return Promise.resolve(isFresh ? Response.json([]) : rejection())
  }
  const forget = onLoginTooOld(async () => {
    prompts++
    await Promise.resolve()
    isFresh = confirms ?? false
    return isFresh
  })
  if (confirms === null) forget()
  const call = async () => (await withReauthentication(send)('/api/v1/x')).status
  return { call, counts: () => ({ prompts, sent }) }
}

test('the call is repeated after reauthentication', async () => {
  const { call, counts } = start({ confirms: true })
  expect(await call()).toBe(200)
  expect(counts()).toEqual({ prompts: 1, sent: 2 })
})

test('concurrent calls share one dialog', async () => {
  const { call, counts } = start({ confirms: true })
  expect(await Promise.all([call(), call(), call()])).toEqual([200, 200, 200])
  expect(counts()).toEqual({ prompts: 1, sent: 6 })
})

test('a member who cancels gets the error, and is asked again next time', async () => {
  const { call, counts } = start({ confirms: false })
  expect([await call(), await call()]).toEqual([403, 403])
  expect(counts()).toEqual({ prompts: 2, sent: 2 })
})

test('without a dialog, and for other errors, the response is returned unchanged', async () => {
  const alone = start({ confirms: null })
  expect(await alone.call()).toBe(403)
  expect(alone.counts()).toEqual({ prompts: 0, sent: 1 })
  const other = start({ confirms: true, rejection: forbidden })
  expect(await other.call()).toBe(403)
  expect(other.counts()).toEqual({ prompts: 0, sent: 1 })
})
