import { isAudited } from '@assay/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { sharedPreparation } from '#testing/prepare-change.ts'
import { call, guarded } from '#testing/contract-calls.ts'

// If the audit event cannot be written, the change is rolled back.

let prepare: ReturnType<typeof sharedPreparation>

const server = testServer()
beforeAll(() => {
  prepare = sharedPreparation(server)
})

/** Endpoints with prerequisites, tested in the named files. */
const elsewhere: Record<string, string> = {
  'passkeys.register': 'identity/password-login/atomic-logins.test.ts',
  'mfa.makeScratchCodes': 'identity/password-login/atomic-logins.test.ts',
  'sso.activate': 'identity/sso/sso.test.ts',
  'sso.verifyDomain': 'identity/sso/sso.test.ts',
}

/** The account is deleted with its events. */
const withoutEvent = new Set<string>()

const changing = guarded.filter(
  ({ id, endpoint }) => isAudited(endpoint) && !(id in elsewhere) && !withoutEvent.has(id),
)

describe('if no event can be written, nothing is changed by', () => {
  test.each(changing)('$id', async (operation) => {
    const { attempt } = await prepare(operation)
    const { result, changed } = await withFailingAuditLog(server, () => call(server, operation, attempt))
    expect({ status: result.status, changed }).toEqual({ status: 500, changed: [] })
  })
})
