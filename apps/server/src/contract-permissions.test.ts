import type { Endpoint } from '@assay/contract/endpoint.ts'
import {
  narrowPermissions,
  type Permission,
  permissionsOf,
  roles,
  type TokenAccess,
  tokenAccesses,
  tokenPermissions,
} from '@assay/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { call, guarded, sendAll } from '#testing/contract-calls.ts'
import { nothing } from '#testing/contract-ids.ts'

// Checks for every endpoint that the server enforces the contract's permissions, and that responses match their
// schemas. Ids are checked in contract-ids.test.ts, events in contract-events.test.ts.

const server = testServer()
const own = forAllTests(() => server.newAccount())

describe('without a login', () => {
  test.each(guarded)('$id returns 401', async ({ id, endpoint }) => {
    const response = await call(server, { id, endpoint }, { ids: nothing })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject(
      id.startsWith('scim.') ? { status: '401' } : { errorType: 'loginRequired' },
    )
  })

  test('an unknown authorization type is named in the error', async () => {
    const response = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: 'Basic x' } })
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { message: 'The authorization type must be Bearer or token' },
    ])
  })
})

/** Endpoints whose responses depend on more than the permission table. */
async function findWrong(authorization: string, isPermitted: (endpoint: Endpoint) => boolean) {
  const found = await sendAll(guarded, async ({ id, endpoint }) => {
    const wrong: string[] = []
    const isAllowed = isPermitted(endpoint)
    const response = await call(server, { id, endpoint }, { authorization, ids: nothing })
    const { status } = response
    const text = await response.text()
    // Some requests are rejected for other reasons, too.
    const isForbidden = status === 403 && /"forbidden"|"status":"403"/.test(text)
    if (isForbidden === isAllowed)
      wrong.push(`${id}: ${status}, but ${isAllowed ? 'allowed' : 'not allowed'}`)
    if (text.includes('"loginRequired"') || status >= 500) wrong.push(`${id}: ${status} ${text}`)
    return wrong
  })
  return found.flat()
}

/** Permissions of a token: limited by access and scope, and SCIM only for SCIM tokens. */
const isInLimits = (
  { permission, acceptsBasic, requiresRecentLogin }: Endpoint,
  { access, visibility }: { access: TokenAccess; visibility?: 'team' | 'project' },
) =>
  (access !== 'scim' || acceptsBasic === true) &&
  permission !== 'session' &&
  requiresRecentLogin !== true &&
  (permission === 'member' ||
    (tokenPermissions[access].has(permission as Permission) &&
      (visibility === undefined || narrowPermissions[visibility].has(permission as Permission))))

describe.each(roles)('%s', (role) => {
  let member: TestMember
  beforeAll(async () => {
    member = await server.addMember(own, role, await server.addTeam(own, `team of ${role}`))
  })
  const holds = ({ permission }: Endpoint) =>
    ['member', 'session'].includes(permission) || permissionsOf(role).has(permission as Permission)

  test('is rejected exactly as in the permission table', async () => {
    expect(await findWrong(await openSessionFor(server, member), holds)).toEqual([])
  })

  test.each(tokenAccesses)('with a token for %s is rejected exactly as in both tables', async (access) => {
    const authorization = await server.addToken(member, { access })
    const isPermitted = (endpoint: Endpoint) => holds(endpoint) && isInLimits(endpoint, { access })
    expect(await findWrong(authorization, isPermitted)).toEqual([])
  })
})

describe.each(['team', 'project'] as const)("an administrator's token of a %s", (visibility) => {
  test.each(tokenAccesses)('for %s is rejected outside its scope', async (access) => {
    const uuid = visibility === 'team' ? await server.addTeam(own, access) : await addProject(access)
    const authorization = await server.addToken(own, { access, [`${visibility}Uuid`]: uuid })
    expect(
      await findWrong(authorization, (endpoint) => isInLimits(endpoint, { access, visibility })),
    ).toEqual([])
  })

  const addProject = async (name: string) => {
    const { uuid } = await own.api.projects.create({ body: { url: `https://example.org/${name}` } })
    return uuid
  }
})

describe('a feature that is off in the account', () => {
  test('is named in the error, exactly for the endpoints in the contract', async () => {
    const bare = await server.newAccount()
    const { accountUuid } = bare
    await bare.api.accounts.setFeatures({ params: { accountUuid }, query: { names: '' } })
    const wrong = await sendAll(guarded, async ({ id, endpoint }) => {
      const response = await call(
        server,
        { id, endpoint },
        { authorization: bare.authorization, ids: nothing },
      )
      const body = await response.text()
      const isRejected = response.status === 403 && body.includes("' is off in this account")
      if (isRejected !== (endpoint.features !== undefined)) return [`${id}: ${response.status} ${body}`]
      return isRejected && !id.startsWith('scim.') && !body.includes('"featureOff"') ? [id] : []
    })
    expect(wrong.flat()).toEqual([])
  })

  test('does not affect callers without permission', async () => {
    const bare = await server.newAccount()
    const { accountUuid } = bare
    const viewer = await server.addMember(bare, 'Viewer')
    await bare.api.accounts.setFeatures({ params: { accountUuid }, query: { names: '' } })
    await expect(viewer.api.teams.create({ body: { name: 'x' } })).rejects.toMatchObject({
      errorType: 'forbidden',
    })
    expect(await bare.api.teams.list()).toHaveLength(1)
  })
})

test('a malformed UUID returns 404, too', async () => {
  const response = await fetch(`${server.url}/api/v1/projects/..%2f..%2fx`, {
    headers: { authorization: own.authorization },
  })
  expect(response.status).toBe(404)
})
