import { tokenAccesses, tokenPermissions } from '@assay/contract/permissions.ts'
import { expect, test } from 'vitest'
import { limitsOfChild } from './limits-of-child.ts'

const pairs = tokenAccesses.flatMap((own) => tokenAccesses.map((access) => [own, access] as const))

test.each(pairs)(
  'a token with access %s can create one with access %s only if that has no more permissions',
  (own, access) => {
    const token = { access: own, teamUuid: null, projectUuid: null, expiresAt: null }
    const create = () =>
      limitsOfChild({ token, by: { kind: 'token', uuid: 'parent' } }, { access, expiresAt: null })
    if (tokenPermissions[access].isSubsetOf(tokenPermissions[own]))
      expect(create()).toEqual({ expiresAt: null, parentUuid: 'parent' })
    else expect(create).toThrow(`requires a login or an API token with ${access} access`)
  },
)
