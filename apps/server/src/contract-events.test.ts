import { type FurtherAction, furtherActions } from '@assay/contract/audit.ts'
import { isAudited } from '@assay/contract/endpoint.ts'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { sharedPreparation } from '#testing/prepare-change.ts'
import { call, guarded, type NamedEndpoint } from '#testing/contract-calls.ts'

// Every endpoint that makes changes records an audit event: who, what, before, after, from where.

let prepare: ReturnType<typeof sharedPreparation>

const server = testServer()
beforeAll(() => {
  prepare = sharedPreparation(server, isApart)
})

const changing = guarded.filter(({ endpoint }) => isAudited(endpoint))

/** Their changes are secret, a message, or described by the target alone. */
const withoutValues = new Set([
  'credentials.change',
  'reauthentication.confirm',
  'members.invite',
  'members.endSession',
  'sessions.revoke',
  'mfa.makeScratchCodes',
  'mfa.removeScratchCodes',
  'passkeys.remove',
  'passkeys.rename',
  'demo.load',
  'notifications.test',
  'notifications.sendEmail',
  'notificationChannels.test',
  'slackSetup.borrow',
])

/** They change many findings at once, whose histories have what was before. */
const ofMany = new Set([
  'imports.decide',
  'triage.decide',
  'triage.revert',
  'decisions.settle',
  'decisions.end',
])

/** Endpoints with prerequisites, tested in the named files. */
const elsewhere: Record<string, string> = {
  'passkeys.register': 'identity/password-login/atomic-logins.test.ts',
  'mfa.makeScratchCodes': 'identity/password-login/atomic-logins.test.ts',
  'sso.activate': 'identity/sso/sso.test.ts',
  'sso.verifyDomain': 'identity/sso/sso.test.ts',
}

/** Removals, calls that set features, and calls about findings, which other uploads fix. */
const isApart = ({ id, endpoint }: NamedEndpoint) =>
  endpoint.method === 'DELETE' ||
  /\.(?:remove|revoke|end|deactivate)/i.test(id) ||
  id.startsWith('triage.') ||
  ['accounts.setFeatures', 'accounts.setPlan', 'fixes.decide', 'imports.decide'].includes(id)

const expectedValues = (id: string): object => {
  if (withoutValues.has(id)) return {}
  if (ofMany.has(id)) return { before: null, after: expect.anything() }
  const [before, after] = [expect.anything(), expect.anything()]
  if (/\.(?:remove|revoke|deactivate)/.test(id)) return { before }
  if (
    /\.(?:accept|ask|comment|create|add|upload|into|make|submit|folder|recompute|refresh|(?:begin)?import|sync|sendNow)/i.test(
      id,
    )
  )
    return { before: null, after }
  return id.startsWith('properties.') ? { after } : { before, after }
}

describe('an event is recorded by', () => {
  test.each(changing.filter(({ id }) => !(id in elsewhere)))('$id', async (operation) => {
    const { member, attempt } = await prepare(operation)
    const { accountUuid } = member
    const response = await call(server, operation, attempt)
    expect(response.ok ? 'done' : await response.text()).toBe('done')
    const { events } = await member.api.audit.list({ params: { accountUuid }, query: {} })
    expect(events.find(({ action }) => action === operation.id)).toMatchObject({
      memberUuid: member.uuid,
      memberEmail: member.email,
      address: '127.0.0.1',
      agent: 'node',
      credential: expect.stringMatching(/^session [\da-f-]{36}$/),
      target: expect.any(Object),
      ...expectedValues(operation.id),
    })
  })
})

/** Files that record actions without an endpoint of that name. */
const furtherActionTests: Record<FurtherAction, string> = {
  'credentials.failed': 'accounts/audit/rejections.test.ts',
  'credentials.lockedOut': 'accounts/audit/rejections.test.ts',
  'access.refused': 'accounts/audit/rejections.test.ts',
  'tokens.misused': 'accounts/audit/rejections.test.ts',
  'credentials.challenge': 'identity/password-login/atomic-logins.test.ts',
  'sessions.endedByReuse': 'identity/password-login/credentials.test.ts',
  'sessions.endedByProvider': 'identity/sso/oidc/oidc.test.ts',
  'barista.sent': 'assistant/conversations/assistant.test.ts',
}

test.each(Object.entries(furtherActionTests))('%s is recorded in %s', async (action, file) => {
  expect(furtherActions).toHaveProperty([action])
  expect(await readFile(new URL(file, import.meta.url), 'utf8')).toContain(`'${action}'`)
})

test('exempted endpoints exist in the contract', () => {
  expect(Object.keys(elsewhere).filter((id) => !changing.some((operation) => operation.id === id))).toEqual(
    [],
  )
})
